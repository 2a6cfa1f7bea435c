// The report of a validation: filters over findings that stand in the page.

import { byId } from "./dom";

function start(): void {
  const findings = Array.from(document.querySelectorAll<HTMLElement>("[data-rule]"));
  const texts = new Map<HTMLElement, string>();
  const files = Array.from(document.querySelectorAll<HTMLElement>("[data-file]"));
  const ids = ["filter-text", "filter-severity", "filter-rule", "filter-file"];
  const value = (id: string): string => byId<HTMLInputElement | HTMLSelectElement>(id).value;
  const textOf = (finding: HTMLElement): string => {
    let found = texts.get(finding);
    if (found === undefined) texts.set(finding, (found = (finding.textContent ?? "").toLowerCase()));
    return found;
  };
  const change = (): void => {
    const [text, severity, rule, file] = ids.map(value) as [string, string, string, string];
    const wanted = text.trim().toLowerCase();
    let kept = 0;
    for (const finding of findings) {
      const { rule: ownRule, severity: ownSeverity } = finding.dataset;
      const own = finding.closest<HTMLElement>("[data-file]")?.dataset["file"] ?? "";
      finding.hidden =
        (severity !== "" && ownSeverity !== severity) ||
        (rule !== "" && ownRule !== rule) ||
        (file !== "" && own !== file) ||
        (wanted !== "" && !textOf(finding).includes(wanted));
      if (!finding.hidden) kept += 1;
    }
    for (const each of files) each.hidden = each.querySelector("[data-rule]:not([hidden])") === null;
    byId("kept").textContent = `${kept.toLocaleString("en")} of ${findings.length.toLocaleString("en")} findings`;
  };
  for (const id of ids) byId(id).addEventListener("input", change);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => window.setTimeout(change));
  for (const link of document.querySelectorAll<HTMLButtonElement>("button[data-choose-rule]")) {
    link.addEventListener("click", () => {
      byId<HTMLSelectElement>("filter-rule").value = link.dataset["chooseRule"] ?? "";
      change();
      byId("kept").focus();
    });
  }
  byId("filters").hidden = false;
  change();
  document.documentElement.dataset["ready"] = "true";
}

if (document.getElementById("filters") !== null) start();
