/** Names of practices, firms and places that no list of public bodies holds: brands, English forms, initials. */
import type { Draw, Vocabulary } from './draw.ts';

const KINDS =
  '口腔 齿科 牙科 眼科 视光 医美 门诊部 中医馆 国医堂 诊所 体检 护理院 养老 颐养 月子 产后 康复 儿科 医疗 健康 基因 检验 整形 妇产 透析 心理 视界 听力 假肢 骨科 大药房 药店 堂'.split(
    ' ',
  );
const SIGNS = [
  ...'康和仁爱德美瑞安佳悦泰济慈恩嘉诚明远华圣博睿雅馨福宁欣颐晴尔丽亲怡益同善信朗弘世家普惠蓝星海心松鹤橙芽',
];
const ENGLISH_KINDS =
  'Clinic|Dental|Medical Centre|Hospital|Eye Centre|Family Practice|Health|Polyclinic|Lab|Care Home|Physio|Children’s Hospital|Women’s Hospital|General Hospital|Memorial Hospital|Hospice'.split(
    '|',
  );
const FIRM_KINDS =
  '科技 贸易 餐饮 物流 汽修 装饰 建设 置业 纺织 服饰 超市 重工 船务 渔业 水产 牧业 茶业 食品 保洁 家政 传媒 教育 咨询 保险 殡葬 律所 基金 集团 网吧 宾馆 客运 制衣厂 模具厂 鞋厂 砂石厂 洗车行 理发店 烧烤 快餐 批发部 工地 电竞 俱乐部 剧社 健身 武馆 驾校 船厂 盐场 果园 农庄 民宿 茶楼 酒楼 养殖场 屠宰场 车队 快递 驿站 到家 月嫂 琴行 画室 花店 书店 电器 五金 矿业 造船 制药 生物 通信 电缆 印务 广告 影视 棋院 旅行社 国旅 文化 农机 种业 蚕业'.split(
    ' ',
  );
const ENGLISH_FIRMS =
  'Ltd|Co.|Trading|Logistics|Bank|School|University|Airlines|Shipping|Group|Studio|Hotel|Inc.|GmbH'.split(
    '|',
  );
const ENGLISH_ROADS =
  'Road|Rd|Street|St.|Lane|Avenue|Lu|Jie|Drive|Crescent|Court|Estate|Gardens|Villas'.split('|');

const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const syllables = (draw: Draw, words: Vocabulary, from: number, to: number): string =>
  title(Array.from({ length: draw.between(from, to) }, () => draw.pick(words('pinyin'))).join(''));
const sign = (draw: Draw): string =>
  Array.from({ length: draw.pick([2, 2, 2, 3, 4]) }, () => draw.pick(SIGNS)).join('');

/** Returns the name of a private practice: 瑞悦口腔. */
export const practice = (draw: Draw, place: string): string =>
  draw.pick([
    sign(draw) + draw.pick(KINDS),
    sign(draw) + draw.pick(KINDS),
    sign(draw) + draw.pick(KINDS) + draw.pick(['', `（${place}店）`, `${place}店`, `（${place}）`]),
    `${place}${sign(draw)}${draw.pick(KINDS)}`,
  ]);

/** Returns a firm by its brand, with or without place. */
export const firm = (draw: Draw, place: string): string =>
  `${draw.pick(['', '', '', place])}${sign(draw)}${draw.pick(FIRM_KINDS)}`;

const headOf = (draw: Draw, words: Vocabulary): string =>
  draw.pick([
    syllables(draw, words, 1, 3),
    draw.pick(words('latinSurnames')),
    `St. ${draw.pick(words('latinGiven'))}`,
    `${draw.pick(['Royal', 'Union', 'Sunrise', 'Bright', 'Pacific', 'United', 'Green', 'North', 'Queen', 'Grace', 'Mercy', 'Star', 'Blue', 'Happy', 'Golden'])}${draw.pick(['', ` ${syllables(draw, words, 1, 2)}`])}`,
  ]);

export const englishHospital = (draw: Draw, words: Vocabulary): string =>
  `${headOf(draw, words)} ${draw.pick(ENGLISH_KINDS)}`;

export const englishFirm = (draw: Draw, words: Vocabulary): string =>
  `${headOf(draw, words)} ${draw.pick(ENGLISH_FIRMS)}`;

/** Returns an address in Latin letters. */
export function englishAddress(draw: Draw, words: Vocabulary): string {
  const road = `${syllables(draw, words, 1, 3)} ${draw.pick(ENGLISH_ROADS)}`;
  const [number, flat] = [draw.between(1, 400), `${draw.between(1, 40)}${draw.pick([...'ABCDEF'])}`];
  const town = draw.pick([syllables(draw, words, 2, 2), syllables(draw, words, 1, 3)]);
  return draw.pick([
    `${number} ${road}`,
    `${number} ${road}, ${town}`,
    `Flat ${flat}, ${number} ${road}`,
    `Rm ${draw.between(101, 2909)}, Bldg ${draw.between(1, 30)}, ${number} ${road}, ${town}`,
    `${flat}, ${road}, ${town}`,
    `No. ${number}, ${road}`,
    `${road} ${number}`,
    `Unit ${draw.between(1, 40)}-${draw.between(101, 999)}, ${road}`,
  ]);
}

/** Returns a name by its initials: Z.S.P., LXQ. */
export function initials(draw: Draw): string {
  const letters = Array.from({ length: draw.pick([2, 2, 3]) }, () => draw.capital());
  return draw.pick([
    letters.join(''),
    letters.join(''),
    `${letters.join('.')}.`,
    letters.join('.'),
    letters.join(' '),
  ]);
}

/** Cantonese, Hokkien and Hakka syllables by which names of Hong Kong, Macau, Taiwan and Nanyang are written. */
const SOUTHERN_SURNAMES =
  'Chan Wong Cheung Lee Lam Ng Leung Ho Lau Chow Tsang Yip Mak Kwok Tam Fung Yeung Tse Siu Lo Cheng Au-Yeung Tan Lim Goh Ong Teo Chua Hsu Tsai Chiu Hsieh Kuo Hung Chuang Ieong Vong Sio Kuok Lei'.split(
    ' ',
  );
const SOUTHERN_GIVEN =
  'Tai Man Siu Ming Ka Wai Kit Yee Mei Ling Chi Wing Kwan Yuk Fong Hoi Yan Lai Sze Ho Lok Yin Pui Shan Kam Wah Kwok Keung Sau Ying Hau Tsz Ching Boon Hock Swee Chin Chun Hui Jen Yi Mei Wen Iok Weng Cheng'.split(
    ' ',
  );

/** Returns a name in the spelling of the south: CHAN Tai Man. */
export function southernName(draw: Draw): string {
  const [surname, first, second] = [
    draw.pick(SOUTHERN_SURNAMES),
    draw.pick(SOUTHERN_GIVEN),
    draw.pick(SOUTHERN_GIVEN),
  ];
  return draw.pick([
    `${surname.toUpperCase()} ${first} ${second}`,
    `${surname} ${first} ${second}`,
    `${surname} ${first}-${second.toLowerCase()}`,
    `${surname.toUpperCase()}, ${first} ${second}`,
    `${surname} ${first}`,
    `${first} ${second} ${surname}`,
  ]);
}
