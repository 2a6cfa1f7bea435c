// The search for an entity or a record.

import { button, byId, h } from "./dom";
import { short } from "./text";
import type { World } from "./world";

const MOST_FOUND = 12;

export interface SearchActions {
  record: (place: number) => void;
  entity: (place: number) => void;
  say: (text: string) => void;
}

/** Make the search box find what is typed, by click and by keys. */
export function buildSearch(world: World, actions: SearchActions): void {
  const input = byId<HTMLInputElement>("search");
  const found = byId("found");
  const search = (): void => {
    const wanted = input.value.trim().toLowerCase();
    found.replaceChildren();
    if (wanted === "") return;
    const hits: { label: string; note: string; choose: () => void }[] = [];
    world.entities.forEach((entity, place) => {
      if (hits.length < MOST_FOUND && `${entity.id}\n${entity.label ?? ""}\n${entity.aliases.join("\n")}`.toLowerCase().includes(wanted)) {
        hits.push({
          label: short(entity.label ?? entity.id, 40),
          note: short(entity.id, 60),
          choose: () => actions.entity(place),
        });
      }
    });
    world.records.forEach((relation, place) => {
      if (hits.length < MOST_FOUND && relation.id.toLowerCase().includes(wanted)) {
        hits.push({ label: short(relation.id, 60), note: "record", choose: () => actions.record(place) });
      }
    });
    found.append(
      ...hits.map((hit) => {
        const made = button(hit.label, () => {
          found.replaceChildren();
          input.value = "";
          hit.choose();
        });
        made.append(" ", h("code", {}, hit.note));
        return h("li", {}, made);
      }),
    );
    actions.say(hits.length === 0 ? "Nothing found" : `${hits.length === MOST_FOUND ? "At least " : ""}${hits.length} found`);
    if (hits.length === 0) found.append(h("li", { class: "note" }, "Nothing found"));
  };
  input.addEventListener("input", search);
  byId("search-box").addEventListener("keydown", (event) => {
    const buttons = Array.from(found.querySelectorAll("button"));
    const place = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "ArrowDown" && buttons.length > 0) {
      event.preventDefault();
      buttons[Math.min(place + 1, buttons.length - 1)]?.focus();
    } else if (event.key === "ArrowUp" && place >= 0) {
      event.preventDefault();
      (buttons[place - 1] ?? input).focus();
    } else if (event.key === "Enter" && document.activeElement === input) {
      event.preventDefault();
      buttons[0]?.click();
    } else if (event.key === "Escape" && buttons.length > 0) {
      event.stopPropagation();
      found.replaceChildren();
      input.focus();
    }
  });
}
