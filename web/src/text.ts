// Text from the data, made honest: what cannot be seen is shown as an escape, and nothing is endless.

// Controls but not tab and line ends, formats (among them those that turn the direction), separators,
// surrogates, private use, unassigned, and spaces that are none.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]|(?! )\p{Zs}/gu;

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return "\\u" + (code > 0xffff ? `{${code.toString(16).toUpperCase()}}` : code.toString(16).toUpperCase().padStart(4, "0"));
}

/** Show every character of a name on one line. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** Likewise of a body, whose lines and tabs stay. */
export function visibleBody(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(HIDDEN, (one) => (one === "\n" || one === "\t" ? one : escaped(one)));
}

/** Cut a text to a number of characters, with an ellipsis. */
export function short(text: string, most: number): string {
  const characters = Array.from(visible(text));
  return characters.length <= most ? characters.join("") : characters.slice(0, most - 1).join("") + "…";
}

/** Cut a text in its middle: of an id the end tells more than what stands before it. */
export function shortMiddle(text: string, most: number): string {
  const characters = Array.from(visible(text));
  if (characters.length <= most) return characters.join("");
  const tail = Math.ceil((most - 1) * 0.6);
  return `${characters.slice(0, most - 1 - tail).join("")}…${characters.slice(-tail).join("")}`;
}

/** Say how many of something there are. */
export function counted(number: number, noun: string): string {
  const many = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? noun : many}`;
}
