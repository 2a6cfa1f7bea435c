// The switch between views and instants.

import { byId, h } from "./dom";
import { countsOf, viewName } from "./state";
import { counted, short } from "./text";
import type { View, World } from "./world";

const MOST_PILLS = 10;

/** Build the switch: a row of choices, or a list when there are many. */
export function buildViews(world: World, selected: number, choose: (place: number) => void): void {
  const box = byId("views");
  const title = (each: View): string => `${viewName(each)} · ${countsOf(each).accepted.toLocaleString("en")} accepted`;
  if (world.views.length <= MOST_PILLS) {
    const group = (asOf: boolean): HTMLElement | null => {
      const listed = world.views.map((each, place) => ({ each, place })).filter(({ each }) => each.as_of === asOf);
      if (listed.length === 0) return null;
      return h(
        "fieldset",
        {},
        h("legend", {}, asOf ? "As of" : "View"),
        ...listed.map(({ each, place }) => {
          const input = h("input", { type: "radio", name: "view", value: place, id: `view-${place}`, checked: place === selected });
          input.addEventListener("change", () => choose(place));
          return h(
            "label",
            { for: `view-${place}` },
            input,
            h("span", {}, asOf ? short(each.id.replace(/T00:00:00Z$/, ""), 40) : short(viewName(each), 40)),
            h("small", {}, `${countsOf(each).accepted.toLocaleString("en")} accepted`),
          );
        }),
      );
    };
    box.append(...[group(false), group(true)].filter((one): one is HTMLElement => one !== null));
  } else {
    const options = (asOf: boolean): HTMLElement[] =>
      world.views.flatMap((each, place) =>
        each.as_of === asOf ? [h("option", { value: place, selected: place === selected }, short(title(each), 90))] : [],
      );
    const select = h(
      "select",
      { id: "view-select" },
      h("optgroup", { label: "Views" }, ...options(false)),
      h("optgroup", { label: "As of" }, ...options(true)),
    );
    select.addEventListener("change", () => choose(Number(select.value)));
    box.append(h("label", { for: "view-select" }, "View"), select);
  }
  const left = [
    ...(world.views_left_out > 0 ? [`${counted(world.views_left_out, "view")} left out; name one with --view.`] : []),
    ...(world.instants_left_out > 0 ? [`${counted(world.instants_left_out, "earlier instant")} left out; name one with --as-of.`] : []),
  ];
  if (left.length > 0) box.append(h("p", { class: "note" }, left.join(" ")));
}

/** Choose a view as a click would. */
export function switchTo(place: number): void {
  const input = document.getElementById(`view-${place}`);
  const select = document.getElementById("view-select");
  if (input instanceof HTMLInputElement) {
    input.checked = true;
    input.dispatchEvent(new Event("change"));
    input.focus();
  } else if (select instanceof HTMLSelectElement) {
    select.value = String(place);
    select.dispatchEvent(new Event("change"));
    select.focus();
  }
}
