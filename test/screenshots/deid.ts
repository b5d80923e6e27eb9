/** Shows the review of identifying details before a record leaves. */
import type { Page } from 'playwright';
import { ask, openFromList } from '../helpers/screen.ts';
import type { Views } from './stage.ts';

/** Record of an invented patient at invented places. */
const IDENTIFIED_RECORD = `入院记录
姓名：王建国　性别：男　年龄：58岁　科室：心血管内科　床号：12　住院号：00123456
身份证号：990000196603050019　联系电话：15400001234
现住址：云岚省雾溪市东篱区和悦路88号3栋2单元501室　邮编：001234
工作单位：雾溪市恒通机械厂　籍贯：云岚雾溪
联系人：李桂芳（妻子）　入院时间：2024-03-12 04:20　记录时间：2024年3月12日
主诉：突发胸骨后压榨样疼痛3小时。
现病史：患者3小时前于睡眠中突发胸骨后压榨样疼痛，3月10日曾就诊于雾溪市第一人民医院，今年2月体检发现高脂血症。王建国自行含服硝酸甘油1片，无缓解。家属李桂芳呼叫120，由邻居阿木送来我院。张主任查房：考虑急性心肌梗死。
医师签名：周海涛/冯雪
2024年3月12日`;

/** Leaves what a list of staff tells: names that are drugs. */
const LISTED = ['万托林', '古拉定'];

export const deidViews: Views = {
  'deid-look': async (page) => {
    const { documents: listed } = await ask(page, 'docs.list', {});
    if (!listed.some(({ title }) => title === '随访 1')) {
      const file = { name: 'staff.txt', base64: Buffer.from(LISTED.join('\n')).toString('base64') };
      await ask(page, 'deid.loadList', { list: 'staff', file });
      for (let n = 1; n <= 6; n++) {
        const text = `${LISTED[n % 2]}嘱复诊。口服阿司匹林100mg，编码 45678，标本 LIS ${n}，由 John Smith 代取。${LISTED[0]}记录。`;
        await ask(page, 'docs.create', { title: `随访 ${n}`, text, origin: 'typed' });
      }
    }
    await openExport(page);
    await page.getByTestId('export-records-start').click();
    await page.getByTestId('look-list').waitFor();
    await page.keyboard.press('ArrowDown');
  },
  'deid-export': async (page) => {
    await openExport(page);
    await page.getByTestId('export-records-start').waitFor();
  },
  'record-menu': async (page) => {
    await page.getByTestId('doc-item').first().click({ button: 'right' });
    await page.getByRole('menuitem').first().waitFor();
  },
  'deid-limits': async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(
      await page.evaluate(() => (document.documentElement.lang.startsWith('zh') ? '设置' : 'settings')),
    );
    await page.getByRole('option').first().click();
    await page.getByTestId('settings-nav-deid').click();
  },
  deid: async (page) => {
    const title = '王建国-入院记录';
    const { documents: listed } = await ask(page, 'docs.list', {});
    if (!listed.some((one) => one.title === title))
      await ask(page, 'docs.create', { title, text: IDENTIFIED_RECORD, origin: 'typed' });
    await openFromList(page, title);
    await page.getByTestId('doc-item').filter({ hasText: title }).click({ button: 'right' });
    await page.getByRole('menuitem').filter({ hasText: '…' }).first().click();
    await page.getByTestId('deid-list').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
  },
};

/** Opens the export of all records by the palette. */
async function openExport(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(
    await page.evaluate(() =>
      document.documentElement.lang.startsWith('zh') ? '导出全部病历' : 'export all records',
    ),
  );
  await page.getByRole('option').first().click();
}
