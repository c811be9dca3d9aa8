/**
 * Reading a number as people write it. Equals the Python reference, `itembank.grade.read_number`,
 * on every text.
 */

/** One sign for each meaning: minus, thousands, decimals, micro, times. */
const SAME = new Map(
  [
    ["−–‒－", "-"],
    ["’_`´", "'"],
    ["٫", "."],
    ["٬", ","],
    ["μ", "µ"],
    ["·⋅", "*"],
    ["×✕", "x"],
  ].flatMap(([signs, sign]) => [...signs].map((other) => [other, sign])),
);
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";

const RESPONSE =
  /^(?:[~≈=] ?)?(?<sign>[-+]?) ?(?<currency>\$?) ?(?:10 ?(?:\^|\*\*) ?(?<power>[-+]?\d{1,4})|(?<digits>\d[\d.,' ]*|[.,]\d+)(?: ?(?:[eE]|[x*] ?10 ?(?:\^|\*\*)) ?(?<exponent>[-+]? ?\d{1,4}))?) ?(?<unit>[^\d]*)$/;
const PLAIN = /^(?<whole>\d*)[.,]?(?<decimals>\d*)$/;
const GROUPED =
  /^(?<whole>\d{1,3}(?<mark>[.,' ])(?:\d{2,3}\k<mark>)*\d{3})(?:(?!\k<mark>)[.,](?<decimals>\d+))?$/;
const THOUSANDS = /^[1-9]\d{0,2},\d{3}$/;
const MAX_EXPONENT = 300;

/**
 * Return number and unit of a response such as `1,234.5 ms`; null when there is no number.
 *
 * Where both `.` and `,` stand, the last one is the decimal sign. A comma alone groups thousands
 * when exactly three digits follow it, and is a decimal sign otherwise; a point alone is one.
 * @param {string} text
 * @returns {{ number: number, unit: string } | null}
 */
export function readNumber(text) {
  const found = RESPONSE.exec(unified(text))?.groups;
  if (!found) return null;
  const plain = found.power ? "1" : withoutGroups(found.digits.replace(/[ .,']+$/, ""));
  const exponent = Number((found.power ?? found.exponent ?? "0").replace(" ", ""));
  if (plain === null || Math.abs(exponent) > MAX_EXPONENT) return null;
  const number = Number(`${found.sign}${plain}e${exponent}`);
  if (!Number.isFinite(number)) return null;
  return { number, unit: `${found.currency} ${found.unit}`.replace(/^ +|[ .,;!]+$/g, "") };
}

/**
 * Return `text` with one sign for each meaning: spaces, minus, digits, powers of ten.
 * @param {string} text
 */
export function unified(text) {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, "")
    .replace(/[\s\x1c-\x1f\x85]+/g, " ")
    .replace(/[^\w ]|_/g, (sign) => SAME.get(sign) ?? sign)
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
      String(digit.charCodeAt(0) & 15),
    )
    .replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g, (power) =>
      ["^", ...power].map((sign) => "0123456789+-"[SUPERSCRIPTS.indexOf(sign)] ?? sign).join(""),
    )
    .replace(/^ | $/g, "");
}

/**
 * Return `digits` with a point for the decimal sign and nothing between thousands.
 * @param {string} digits
 */
function withoutGroups(digits) {
  const plain = THOUSANDS.test(digits) ? null : PLAIN.exec(digits);
  const found = (plain ?? GROUPED.exec(digits))?.groups;
  if (!found) return null;
  return `${found.whole.replace(/[.,' ]/g, "") || 0}.${found.decimals || 0}`;
}
