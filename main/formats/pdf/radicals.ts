/**
 * Characters for radicals, which fonts draw with one glyph: PDF files of browsers name the glyph's first code point, so
 * that 心 is read as ⼼ and 民 as ⺠. After EquivalentUnifiedIdeograph.txt of Unicode.
 */

/** Radicals of U+2E80–2EF3 that NFKC keeps, each with its character. */
const SUPPLEMENT =
  '⺁厂⺇几⺈刀⺊卜⺎兀⺒巳⺓幺⺔彑⺕彐⺙攵⺚无⺛旡⺝月⺠民⺧牛⺩王⺪疋⺫目⺬示⺮竹⺶羊⺷羊⺻聿⺼肉⺽臼⻁虎⻄西⻅见⻆角⻇角⻉贝⻊足⻋车⻑長⻓长⻔门⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀';
const CHARACTERS = new Map(SUPPLEMENT.match(/../gu)?.map(([radical, character]) => [radical, character]));

export const withoutRadicals = (text: string): string =>
  text.replace(/[\u2e80-\u2fd5]/g, (radical) => CHARACTERS.get(radical) ?? radical.normalize('NFKC'));
