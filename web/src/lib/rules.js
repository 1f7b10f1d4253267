// Which rule forbids a card: the engine's reason, in English, as a key of strings.json and the suit it
// names. Plain JavaScript, so that the tests ask it about every game.

const rules = [
  [/led suit must be followed: (\w+) were led, and the left bower/, 'rule_follow_bower'],
  [/led suit must be followed: (\w+) were led, and the joker/, 'rule_follow_joker'],
  [/led suit must be followed, or a trump played: (\w+) were led/, 'rule_follow_or_trump'],
  [/led suit must be followed: (\w+) were led/, 'rule_follow'],
  [/trumps were led: .* only the jack may be kept back/, 'rule_trumps_led'],
  [/undertrumping/, 'rule_undertrump'],
  [/higher trump must be played|best trump must be beaten/, 'rule_overtrump'],
  [/higher card (of the led suit|must be played)|best of the led suit must be beaten/, 'rule_beat'],
  [/no (\w+) in the hand: a trump must be played/, 'rule_trump'],
  [/must trump unless partner is winning/, 'rule_trump_unless'],
  [/who cannot follow must trump: (\w+) are trumps/, 'rule_must_trump'],
  [/seven of trumps is kept for the last trick/, 'rule_kept_seven'],
  [/after the marriage .* must be led/, 'rule_marriage'],
  [/upcard may not be discarded/, 'rule_upcard'],
  [/without it the hand can promise no higher bid/, 'rule_promised'],
  [/lower card is laid away first/, 'rule_lower_first'],
  [/not in (the|dummy's) hand/, 'rule_not_held'],
  [/another player's turn|a bot is to act/, 'rule_not_turn'],
];

// null: not a rule that is known here.
export function ruleOf(reason) {
  const why = reason.replace(/^.*? is not legal: /s, '').replace(/; legal: .*$/s, '');
  for (const [pattern, key] of rules) {
    const m = pattern.exec(why);
    if (m) return { key, suit: key.startsWith('rule_follow') || key === 'rule_trump' || key === 'rule_must_trump' ? m[1] : '', why };
  }
  return null;
}
