/**
 * Turns sentences of public texts without identifiers into parts of layouts: as they are, they show what looks like a
 * name and is none; with 患者, 医生, 昨天 or 医院 replaced by slots, names and dates stand in language that nobody composed.
 */
import type { Draw } from './draw.ts';

const SENTENCE = /[^。！？!?；;\n]+[。！？!?；;]?/gu;
const LENGTH = { least: 6, most: 70 };
/** Characters of templates, and words beside which a sentence may identify somebody. */
const UNFIT =
  /[[\]{}|<>$]|\d{5}|\d月\d|\d{4}年|[省市县镇]|先生|女士|小姐|老师|教授|主任|姓|叫做?|电话|手机|微信|qq|@|某|(?<![去到在来上往大家个各所级地的规当些该我你您近入出住])医院|(?<![,，。:：、的了是请问让跟和与给找有用由在看过个位])(?:医生|医师|大夫)/iu;

/** Returns the sentences of texts that hold no identifier and can be templates, each once. */
export const carrierSentences = (texts: Iterable<string>): string[] => [
  ...new Set(
    [...texts].flatMap((text) =>
      (text.match(SENTENCE) ?? [])
        .map((sentence) => sentence.trim())
        .filter(({ length }) => LENGTH.least <= length && length <= LENGTH.most)
        .filter((sentence) => !UNFIT.test(sentence)),
    ),
  ),
];

/** Words of sentences and the slots that may stand for them. */
const REPLACED: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /患者|病人|宝宝|孩子|小孩|老人(?!家)|患儿|婴儿|女性|男性/u,
    ['{p}', '{p}', '{p.g}', '{p.n}', '{p.called}', '{p.titled}', '{p.pet}', '患者{p}'],
  ],
  [
    /(?:我|你|他|她)?(?:妈妈|爸爸|母亲|父亲|老公|老婆|丈夫|妻子|奶奶|爷爷|姐姐|妹妹|弟弟|哥哥|儿子|女儿|朋友)/u,
    ['{k1}', '{k1w}{k1}', '{k1.g}', '{k1.called}', '{k1}（{k1w}）', '{k1.pet}'],
  ],
  [
    /(?<![其吉])[他她](?![们人妈爸乡])/u,
    [
      '{p}',
      '{p.g}',
      '{k1}',
      '{k1.g}',
      '{k1w}{k1}',
      '{p.n}',
      '{p.called}',
      '{d1.titled}',
      '{o1}',
      '{k1.n}',
      '小{p.s}',
      '老{k1.s}',
    ],
  ],
  [
    /^(?:我|你|您)(?![们妈爸家国院科的])/u,
    [
      '{p}',
      '{p.g}',
      '{o1}',
      '我是{p}，',
      '我叫{k1}，',
      '{p.titled}您',
      '{d1.s}医生，我',
      '{p.n}：我',
      '{k1.n}：',
      '我和{k1.g}',
      '{p.en}',
    ],
  ],
  [
    /(?<=[在去到回])(?:家里|老家|家(?![长属庭])|外地|外面|当地|这里|那里|这边|那边)/u,
    ['{addr}', '{addr:mark}', '{addr:city}', '{addr:village}', '{addr:home}', '{hosp:abbr}', '{work:abbr}'],
  ],
  [/学校|单位|公司|厂里|工地|店里|班上/u, ['{work}', '{work:abbr}', '{work:firm}', '{work:abbr}']],
  [/医生|大夫|医师/u, ['{d1.titled}', '{d1.s}医生', '{d1}', '{d1}医生', '{d1.s}主任', '{d1.s}大夫']],
  [
    /昨天|前天|今天|明天|上周|上个月|去年|前年|上月|前几天|最近|目前|现在/u,
    ['{ds}', '{ds}', '{d}', '{dym}', '{dl}', '{dday}', '{d:loose}', '{d:foreign}', '{ds}{time}'],
  ],
  [/(?<=[去到在来往])医院/u, ['{hosp}', '{hosp}', '{hosp}{ward}', '{hosp:brand}', '{hosp:abbr}']],
];
/** Characters that may stand before a sentence. */
const LEADS = [
  '{p}：',
  '{k1}：',
  '{d1}：',
  '{p}，',
  '{p}',
  '{d1}',
  '{k1}',
  '{k1w}{k1}',
  '{p.g}',
  '{ds} ',
  '{ds}',
  '{d} ',
  '{ds}{d1}：',
  '（{d1}）',
  '{d1.s}主任：',
  '{bed}床{p}，',
  '{time} {p} ',
  '{p.called}',
  '{k1w}{k1}代诉：',
  '{p.pet}',
  '{o1}、{o2}',
  '{d2}记：',
];
const TAILS = [
  '{d1}',
  '　{d1}',
  '　　{d1}　{ds}',
  '（{d1}）',
  '——{k1}',
  '{ds}',
  '({ds})',
  ' {d1}/{d2}',
  '，{d1}。',
  '，电{tel}。',
];

/** Pieces that may stand anywhere in a sentence: teach names without a cue beside them. */
const ANYWHERE = [
  '{p}',
  '{p}',
  '{k1}',
  '{d1}',
  '{d1}',
  '{o1}',
  '{p.n}',
  '{p.g}',
  '{p.folk}',
  '{k1.called}',
  '{d1.titled}',
  '{d1.abbr}',
  '{o1}、{o2}',
  '{ds}',
  '{dday}',
  '{d:cnday}',
  '{hosp:abbr}',
  '{work:abbr}',
  '{addr:mark}',
  '{bed}床',
  '（{d1.l}）',
  '{d1.r}',
];

/** Returns a sentence as part of a layout. */
export function carrierTemplate(sentence: string, draw: Draw): string {
  if (draw.chance(0.3)) return sentence;
  let text = sentence;
  for (const [word, slots] of REPLACED)
    if (draw.chance(0.8)) text = text.replace(word, () => draw.pick(slots));
  if (draw.chance(0.2)) {
    const borders = [...text.matchAll(/[，。：、；,]|(?<=[的了是就都还再又也和跟给让叫])/gu)].map(
      ({ index, 0: mark }) => index + mark.length,
    );
    const at = borders.length > 0 ? draw.pick(borders) : 0;
    text = text.slice(0, at) + draw.pick(ANYWHERE) + text.slice(at);
  }
  if (draw.chance(0.35)) text = draw.pick(LEADS) + text;
  if (draw.chance(0.25)) text += draw.pick(TAILS);
  return text;
}
