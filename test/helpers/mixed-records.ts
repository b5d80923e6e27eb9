/** Made-up records of several styles with the identifiers that were put into them. */

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱林郭罗梁宋郑';
const GIVEN = ['建国', '桂芳', '海涛', '秀兰', '志强', '晓雯', '淑珍', '俊杰', '丽华', '文斌', '雪梅'];

interface MixedRecords {
  /** One record a line, as JSON. */
  readonly lines: string;
  readonly identifiers: readonly string[];
}

/** @param namesake a name that is also a drug, written into every fifth record */
export function mixedRecords(count: number, namesake: string): MixedRecords {
  const identifiers: string[] = [];
  const records = Array.from({ length: count }, (_, n) => {
    const name = `${SURNAMES[n % SURNAMES.length]}${GIVEN[(n * 7) % GIVEN.length]}`;
    const number = String(20_230_000 + n * 37);
    const phone = `154${String(10_000_000 + n * 4321).padStart(8, '0')}`;
    const id = identityNumber(n);
    const mail = `p${n}.x@mail${n}.example.org`;
    identifiers.push(name, number, phone, id, mail);
    const day = `2024年${1 + (n % 12)}月${1 + (n % 28)}日`;
    const signed = n % 5 === 0 ? `${namesake}嘱其两周后复诊。` : '';
    const text = [
      `入院记录\n姓名：${name}　性别：男　住院号：${number}\n身份证号：${id}　联系电话：${phone}\n邮箱：${mail}\n主诉：胸痛3小时。\n${day}入院，${name}诉胸痛。${signed}`,
      `随访：患者${name}，${day}电话随访（${phone}），登记号${number}，证件${id}，邮件${mail}，血压130/80mmHg。${signed}`,
      `护理记录\n${name}　${day}　体温36.5℃，家属留电话${phone}，邮箱 ${mail}。病案号：${number}。身份证 ${id}。${signed}`,
      `出院小结：${name}（住院号 ${number}）于${day}出院。身份证号${id}；手机号${phone}；邮箱${mail}。出院带药阿司匹林100mg。${signed}`,
    ][n % 4];
    return JSON.stringify({ id: number, title: `${name}-${n}`, text });
  });
  return { lines: `${records.join('\n')}\n`, identifiers };
}

/** Returns an identity number of an area that is given to nobody, with its check character (GB 11643). */
function identityNumber(n: number): string {
  const digits = `990000${1940 + (n % 60)}${String(1 + (n % 12)).padStart(2, '0')}${String(1 + (n % 28)).padStart(2, '0')}${String(n % 1000).padStart(3, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, i) => total + Number(digit) * (2 ** (17 - i) % 11), 0);
  return digits + '10X98765432'[sum % 11];
}
