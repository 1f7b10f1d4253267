// What the engine says as a key of strings.json and values, put into words: text, and pieces that the
// page draws. Plain JavaScript, so that the tests word what every game says.

// Holes of a template: {name}, and {name?one|many} by the number of that name.
const hole = /\{(\w+)(?:\?([^{}|]*)\|([^{}|]*))?\}/g;

export function fill(template, values, language) {
  return template.replace(hole, (_, name, one, many) => {
    const value = values[name] ?? '';
    if (many === undefined) return String(value);
    return isOne(value, language) ? one : many;
  });
}
const isOne = (n, language) => (language === 'fr' ? Math.abs(n) < 2 : Math.abs(n) === 1);

// A value as a list of segments: text, or what `draw` makes of it. `draw` has template(key), language,
// seat(n), side(n), call(text), suit(letter), card(text), rule(reason) and name(convention), each of which gives a segment. null: it
// cannot be worded, for a key has no text.
function segmentsOf(value, draw) {
  if (typeof value === 'number') return [{ text: String(value).replace('-', '−') }];
  if (typeof value === 'string') return [{ text: value }];
  if ('signed' in value) return [{ text: (value.signed > 0 ? '+' : '') + String(value.signed).replace('-', '−') }];
  if ('key' in value) return phrase(value, draw);
  if ('list' in value) return joined(value.list.map((v) => segmentsOf(v, draw)), ', ');
  for (const kind of ['seat', 'side', 'call', 'suit', 'card', 'rule', 'name']) if (kind in value) return [draw[kind](value[kind])];
  return null;
}

function joined(lists, between) {
  if (lists.some((l) => l === null)) return null;
  return lists.flatMap((l, i) => (i === 0 ? l : [{ text: between }, ...l]));
}

function phrase({ key, values = {} }, draw) {
  const template = draw.template(key);
  if (template === null) return null;
  const out = [];
  let from = 0;
  for (const m of template.matchAll(hole)) {
    if (!(m[1] in values)) return null;
    out.push({ text: template.slice(from, m.index) });
    from = m.index + m[0].length;
    const parts = m[3] === undefined ? segmentsOf(values[m[1]], draw) : [{ text: isOne(values[m[1]], draw.language) ? m[2] : m[3] }];
    if (parts === null) return null;
    out.push(...parts);
  }
  out.push({ text: template.slice(from) });
  return out;
}

// A sentence: its phrases one after the other, the first letter a capital. null: say it in English.
export function segments(words, draw) {
  if (!words?.length) return null;
  const all = joined(words.map((p) => phrase(p, draw)), ' · ');
  if (all === null) return null;
  const out = all.filter((s) => s.text !== '');
  const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);
  const first = out[0];
  if (first?.text) out[0] = { ...first, text: capital(first.text) };
  else if (first?.pieces?.[0]?.text) out[0] = { ...first, pieces: [{ text: capital(first.pieces[0].text) }, ...first.pieces.slice(1)] };
  return out;
}
