/** Work that takes a while, in Chinese. */
export const work = {
  cancel: '取消：{{title}}',
  cancelled: '已取消，没有改动任何内容',
  again: '重新计算',
  agreement: '正在计算一致性…',
  exporting: '正在导出…',
  stage: {
    reading: '读取文件',
    gathering: '读取标注',
    comparing: '比较文档',
    resampling: '估计区间',
    finding: '查找身份信息',
    hiding: '替换身份信息',
    writing: '写出文件',
    preparing: '准备文档',
    keeping: '存入文档',
  },
};
