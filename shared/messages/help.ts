/** Explanations in the help of the command line. */
import { dictionary } from './dictionary.ts';

export const help = dictionary({
  'help.product': {
    en: 'an offline workbench for Chinese electronic medical records',
    zh: '离线的中文电子病历工作台',
  },
  'help.input': {
    en: 'INPUT is .txt, .jsonl[.gz] (text, or section fields such as 主诉, 现病史), a folder of them, or - for standard input.',
    zh: 'INPUT 为 .txt、.jsonl[.gz]（含 text 字段，或主诉、现病史等分段字段），或含这些文件的文件夹；- 表示标准输入。',
  },
  'help.new-workspace': {
    en: 'A new workspace starts with the starter graph; one made by kg import holds only what is imported.',
    zh: '新工作区带有入门知识图谱；由 kg import 新建的只含导入的内容。',
  },
  'help.keys': {
    en: '--plain makes it unencrypted. MERIDIAN_PASSPHRASE or --passphrase-file opens one locked by a passphrase.',
    zh: '--plain 新建不加密的工作区。用口令加锁的工作区以 MERIDIAN_PASSPHRASE 或 --passphrase-file 打开。',
  },
  'help.command-help': {
    en: 'COMMAND --help shows its examples and all of its settings.',
    zh: 'COMMAND --help 显示该命令的示例和全部设置。',
  },
  'help.examples': { en: 'Examples:', zh: '示例：' },
  'help.options': { en: 'Options: ', zh: '选项：' },
  'help.kg-import': {
    en: 'add graphs: triples, 39.net, xywy, ICD-10, synonyms, UMLS RRF, N-Triples',
    zh: '导入知识图谱：三元组、39.net、xywy、ICD-10、同义词、UMLS RRF、N-Triples',
  },
  'help.link': {
    en: 'entities with assertion, one JSON line a document with --json; --model (KeBioLM) weighs entities of one name by context',
    zh: '识别实体及其断言；加 --json 时每篇文档一行 JSON；--model（KeBioLM）按上下文权衡同名实体',
  },
  'help.link-record': {
    en: 'entities of a stored record (docs list names the ids), with the corrections made in it',
    zh: '识别工作区中一份病历的实体（编号见 docs list），应用其中的人工更正',
  },
  'help.diagnose-record': {
    en: 'suggestions for a stored record, with the corrections made in it',
    zh: '为工作区中一份病历给出建议，应用其中的人工更正',
  },
  'help.link-evaluate': {
    en: 'how often the linker, and the model, choose the right one of entities of one name: {"text", "entities": [{"start", "end", "type"}]}',
    zh: '同名实体选对的比例，链接器与模型对比：{"text", "entities": [{"start", "end", "type"}]}',
  },
  'help.diagnose': { en: 'ranked candidates with their evidence', zh: '按证据排序的候选诊断' },
  'help.augment': {
    en: 'writes the labelled texts of FILE and a copy of each, in which an encoder has filled words outside of the entities by as many characters; labels stay',
    zh: '写出 FILE 中的标注文本及其增强副本：由编码器替换实体以外的词，字数不变，标注不变',
  },
  'help.augment-preview': {
    en: 'only shows what would be replaced',
    zh: '仅显示将被替换的词',
  },
  'help.similar': {
    en: 'records of the workspace that are most like a text, with what they share',
    zh: '工作区中与一段文本最相似的病历，并列出相同之处',
  },
  'help.similar-record': {
    en: 'the same for a stored record (docs list names the ids)',
    zh: '与工作区中一份病历最相似的其他病历（编号见 docs list）',
  },
  'help.demo': {
    en: 'a highlighted HTML report with suggestions',
    zh: '生成带高亮和诊断建议的 HTML 报告',
  },
  'help.workspace-rebuild': {
    en: 'on a new machine, from a backup and the exported key',
    zh: '在新机器上，用备份和导出的密钥重建工作区',
  },
  'help.update': {
    en: 'install a signed update file, or only check it (.deb installations)',
    zh: '安装带签名的更新文件，或只作校验（.deb 安装）',
  },
  'help.docs-search': {
    en: 'records in which all parts hold: words, findings with present|negated|uncertain|family|historical, values as K>5.5 mmol/L',
    zh: '查找同时满足各项的病历：词语，所见加 有|无|可疑|家族|既往，数值如 K>5.5 mmol/L',
  },
  'help.docs-export': { en: 'de-identified unless --identified', zh: '默认去标识化，除非加 --identified' },
  'help.deid': {
    en: 'a .txt or .jsonl[.gz] file, or a folder of them',
    zh: '.txt 或 .jsonl[.gz] 文件，或其文件夹',
  },
  'help.deid-level': {
    en: 'strict by default. In styles never looked at: ordinary finds 40 % (98 % right), strict 88 % (85 to 92 %), strictest 96 % (85 %, to be looked through)',
    zh: '默认从严（strict）。在规则未见过的写法中：常规（ordinary）找到 40 %（精确率 98 %），从严 88 %（85–92 %），最严（strictest）96 %（85 %，须逐条复核）',
  },
  'help.deid-generalise': {
    en: 'ages in bands of ten years, months instead of days, provinces of addresses; k is told before and after',
    zh: '年龄改为十岁一段、日期只留月份、地址只留省份，并给出概化前后的 k',
  },
  'help.deid-model': {
    en: 'the starter tagger of identifiers joins the strict search unless --no-tagger; --model adds another that knows persons or places',
    zh: '从严时默认加用内置的身份信息识别模型，--no-tagger 关闭；--model 另加能识别人名或地名的模型',
  },
  'help.deid-look': {
    en: 'what leaves is looked at again and refused above the limits of the workspace: --second-look only lists, --leftovers writes the list, --decisions reads it filled in ("decision": "remove" or "accept"), --remove-left removes all of a risk and above',
    zh: '导出前再次检查，超过工作区上限则拒绝：--second-look 只列出，--leftovers 写出清单，--decisions 读取填好的清单（"decision" 为 "remove" 或 "accept"），--remove-left 删除该风险及以上的全部可疑处',
  },
  'help.deid-known': {
    en: 'names and numbers of staff or patients (.txt, .csv, .tsv, .xlsx) for the second look, kept as keyed hashes',
    zh: '载入本院职工或患者的姓名与编号（.txt、.csv、.tsv、.xlsx）供二次检查使用，仅保存带密钥的哈希',
  },
  'help.deid-evaluate': {
    en: 'recall and precision by field on labelled texts',
    zh: '在已标注文本上按字段给出召回率与精确率',
  },
  'help.convert': {
    en: 'annotations from one format to another; says what is lost',
    zh: '转换标注格式，并列出丢失的内容',
  },
  'help.convert-format': {
    en: 'F: a format, as convert --help lists them; PATH: a file, a .zip, a folder',
    zh: 'F：格式，见 convert --help；PATH：文件、.zip 或文件夹',
  },
  'help.formats': { en: 'formats:', zh: '格式：' },
  'help.agreement': {
    en: 'how well annotators agree, one file each: F1, κ, α, uα with intervals',
    zh: '标注一致性，每位标注者一个文件：F1、κ、α、uα 及区间',
  },
  'help.models-pipeline': {
    en: 'a bert-fc tagger or a bert classifier as a folder that pipeline() of transformers runs; --onnx adds model.onnx and examples in Python and Node',
    zh: '把 bert-fc 标注器或 bert 分类器导出为 transformers 的 pipeline() 可直接运行的文件夹；--onnx 另附 model.onnx 及 Python、Node 示例',
  },
  'help.models-ensemble': {
    en: 'one model that averages several; shares are fitted on SET or their dev set',
    zh: '把几个模型平均成一个；各自的比重在 SET 或它们的验证集上拟合',
  },
  'help.train-flags': {
    en: 'any other setting as a flag (--batch-size 16, --learning-rate 1e-3, --no-freeze-encoder …); Ctrl-C pauses',
    zh: '其他设置也可作选项（--batch-size 16、--learning-rate 1e-3、--no-freeze-encoder 等）；Ctrl-C 暂停',
  },
  'help.train-texts': {
    en: "one label a text, or several; FIELD may be a.b (also of a list's members) or a,b",
    zh: '每份文本一个或多个标签；FIELD 可为 a.b（也可取列表成员的字段）或 a,b',
  },
  'help.train-preset': {
    en: 'sizes, frozen vectors and loop settings of the paper for each of its networks; other flags go before them',
    zh: '论文中各网络的规模、冻结的词向量与训练设置；其他参数优先',
  },
  'help.train-front': {
    en: 'word vectors, or an encoder, in front of any network',
    zh: '任一网络的输入层可用词向量或编码器',
  },
  'help.train-lexicon': {
    en: 'words around each character (SoftLexicon): names of the graph with their types, words with vectors, bigrams; linear classifiers count n-grams with the types of names in their place',
    zh: '每个字周围的词（SoftLexicon）：带类型的图谱名称、有向量的词、双字；线性分类器另计以类型代替名称的 n 元组',
  },
  'help.train-normalisation': {
    en: 'standard terms for the words of doctors, one or several; a code list imported with kg import adds terms',
    zh: '把医生的写法对应到一个或多个标准词；用 kg import 导入的编码表也作为标准词',
  },
  'help.train-pair': {
    en: 'one label a pair of texts (paraphrase, inference), or candidates for questions with grades, which are scored as rankings beside BM25; from JSON lines, CSV or TSV',
    zh: '每对文本一个标签（同义、推理），或为问题的候选按相关程度排序，与 BM25 对照；读 JSON Lines、CSV、TSV',
  },
  'help.evaluate-pairs': { en: 'of pairs of texts: scores by label', zh: '文本对模型：各标签的得分' },
  'help.predict-pairs': {
    en: 'of pairs of texts: the label of each row of JSON lines, CSV or TSV',
    zh: '文本对模型：JSON Lines、CSV、TSV 每行的标签',
  },
  'help.train-relation': {
    en: 'relations between two entities: CMeIE, ChemProt, GAD, or {"text", "entities", "relations"}',
    zh: '实体关系抽取：CMeIE、ChemProt、GAD，或 {"text", "entities", "relations"}',
  },
  'help.train-unlabelled': {
    en: 'learns from texts without labels too: sentences that five taggers mark surely, or a trained one (an ensemble)',
    zh: '也从未标注文本学习：采用五个标注模型（或指定的已训练模型，如集成模型）有把握的句子',
  },
  'help.train-augment': {
    en: 'learns from a copy of each text too, in which an encoder has filled words outside of entities',
    zh: '也从每份文本的副本学习，副本中实体之外的部分词由编码器填充',
  },
  'help.train-ensemble': {
    en: 'N networks from different seeds as one model, networks of another kind and a linear classifier beside them',
    zh: '用不同随机种子训练 N 个网络合为一个模型，并可加入另一种网络和线性分类器',
  },
  'help.train-pretrain': {
    en: 'an encoder goes on learning from texts without labels, with --hours for about as long',
    zh: '编码器在无标注文本上继续学习；--hours 指定大致时长（小时）',
  },
  'help.train-samples': {
    en: 'shows the first N sequences with what is masked, replaced and guessed, and starts no run',
    zh: '显示前 N 个序列中被遮盖、被替换和需要猜测的内容，不开始训练',
  },
  'help.train-resume': { en: 'goes on from the last checkpoint', zh: '从最近的检查点继续' },
  'help.train-folds': {
    en: 'cross-validation as an experiment: mean ± sd and every fold; the same command goes on',
    zh: '交叉验证（作为一次实验）：均值 ± 标准差与每一折的得分；再次执行同一命令即继续',
  },
  'help.train-settings': { en: 'settings of train and their defaults:', zh: 'train 的设置及默认值：' },
  'help.evaluate': {
    en: 'precision, recall, F1 and errors by type',
    zh: '各类型的精确率、召回率、F1 与错误',
  },
  'help.evaluate-texts': {
    en: 'of a classifier: F1, hit@k, calibration error',
    zh: '分类器：F1、hit@k、校准误差',
  },
  'help.evaluate-relations': {
    en: 'of relations: pairs of labelled entities, and triples over them or over those of a tagger',
    zh: '关系模型：标注实体对的得分，以及基于标注实体或实体识别模型的三元组得分',
  },
  'help.evaluate-against': {
    en: 'whether B differs from A: paired bootstrap over documents',
    zh: 'B 与 A 是否有差别：按文档的配对自助法检验',
  },
  'help.predict': {
    en: 'entities with confidence, one JSON line a document with --json',
    zh: '带置信度的实体；加 --json 时每篇文档一行 JSON',
  },
  'help.predict-texts': {
    en: 'of a classifier: labels, the N most probable ones, and why',
    zh: '分类器：标签、概率最高的 N 个及其依据',
  },
  'help.predict-relations': {
    en: 'of relations: between the entities that a tagger finds',
    zh: '关系模型：实体识别模型所找实体之间的关系',
  },
  'help.predict-in-use': {
    en: 'by the model in use in the editor or the diagnosis panel',
    zh: '用编辑器或诊断面板正在使用的模型',
  },
  'help.kg-neighbours': {
    en: 'the best neighbours by personalised PageRank (PEPR), with their relations',
    zh: '按个性化 PageRank（PEPR）排序的最佳邻居及其关系',
  },
  'help.kg-path': { en: 'a shortest path between two entities', zh: '两个实体之间的最短路径' },
  'help.kg-add': { en: 'adds an entity, with the person as its source', zh: '添加实体，来源记为操作者' },
  'help.kg-edit': {
    en: 'changes name, type, names, facts (an empty value removes one) and relations of an entity, all or none',
    zh: '修改实体的名称、类型、别名、属性（空值表示删除）和关系，全部成功或全不更改',
  },
  'help.kg-merge': {
    en: 'removes entities; gives all of one entity to another',
    zh: '删除实体；把一个实体的全部内容并入另一个',
  },
  'help.kg-split': {
    en: 'gives chosen names, facts and relations of an entity to a new one',
    zh: '把实体的部分名称、属性和关系分给新实体',
  },
  'help.kg-edits': { en: 'edits of people; undoes or redoes one', zh: '列出人工修改；撤销或重做其中一条' },
  'help.kg-review': {
    en: 'suspicious content of imports by kind; decides about some or all of a kind',
    zh: '按类别列出导入内容中的可疑条目；处理其中若干条或整类',
  },
  'help.kg-query': {
    en: 'answers SPARQL (SELECT, ASK) over the graph, with prefixes e: entity, t: type, r: relation, f: fact, rdfs:, skos:',
    zh: '对图谱执行 SPARQL（SELECT、ASK），预置前缀 e: 实体、t: 类型、r: 关系、f: 属性、rdfs:、skos:',
  },
  'help.kg-export': {
    en: 'writes the graph as triples, N-Triples, or JSON lines with sources; kg import reads them again',
    zh: '导出图谱：三元组、N-Triples，或带来源的 JSON 行；kg import 可再读入',
  },
  'help.kg-complete': {
    en: 'predicts missing edges of relations by the newest vectors of the graph, and lists those that wait for a review',
    zh: '用最新的图谱向量预测这些关系中缺失的边，并列出待审核的预测',
  },
  'help.kg-decide': {
    en: 'decides about predictions; accepted ones become edges, and “waiting” takes a decision back',
    zh: '审核预测：接受的成为图谱中的边，waiting 撤回决定',
  },
  'help.phrases-mine': {
    en: 'mines phrases from texts (AutoPhrase), with names of the graph as examples, and cuts long names into parts (EMBERT)',
    zh: '从文本挖掘短语（AutoPhrase，以图谱名称为例），并切分长名称（EMBERT）',
  },
  'help.phrases-segment': { en: 'cuts names by a list', zh: '按短语表切分名称' },
  'help.phrases-edit': {
    en: 'decides how phrases are cut, with a bar between parts, and whether they are accepted; unknown ones are added',
    zh: '确定短语如何切分（如 再生障碍性|贫血）、是否接受；没有的会加入',
  },
  'help.phrases-points': {
    en: 'lists the characters at which long names are cut, or turns some on or off',
    zh: '列出切分字，或将其启用、停用',
  },
  'help.probe': {
    en: 'share of cloze queries about the graph that an encoder completes, at most 200 a relation, 1 to 10 masks (KeBioLM)',
    zh: '编码器能补全的图谱填空查询的比例，每种关系至多 200 条，1 至 10 个掩码（KeBioLM）',
  },
  'help.similarity': {
    en: 'share of synonyms in the graph whose entity is nearest among 20 like names (SMedBERT: D1, D2, with --corpus D3)',
    zh: '图谱同义词在 20 个相近名称中最接近本实体的比例（SMedBERT：D1、D2，加 --corpus 得 D3）',
  },
  'help.embed-train': { en: 'trains word vectors', zh: '训练词向量' },
  'help.embed-graph': {
    en: "trains vectors of the entities and relations of the workspace's knowledge graph",
    zh: '为工作区知识图谱的实体和关系训练向量',
  },
  'help.embed-unfiltered': {
    en: 'negatives may be triples of the graph',
    zh: '负样本可以是图谱中已有的三元组',
  },
  'help.embed-held-out': {
    en: 'share of triples for validation, and for the test, 10,000 at most',
    zh: '验证集和测试集各占的比例，各不超过 10,000 条',
  },
  'help.embed-settings': { en: 'settings of embed and their defaults:', zh: 'embed 的设置及默认值：' },
  'help.embed-unit': {
    en: 'what gets a vector: characters, or words as jieba parts them',
    zh: '以字为单位，或以 jieba 切分的词为单位',
  },
  'help.embed-min-count': { en: 'rarer tokens get no vector', zh: '更少见的不建向量' },
  'help.embed-threads': {
    en: 'one per processor core; 1 gives the same vectors every time',
    zh: '每个处理器核一个；1 时每次结果相同',
  },
  'help.embed-skip-gram': { en: 'instead of CBOW (word2vec)', zh: '代替 CBOW（word2vec）' },
  'help.embed-no-fold': { en: 'keeps width and case of the texts', zh: '保留文本的全半角和大小写' },
  'help.embed-dictionary': {
    en: 'words that segmentation keeps together, one a line',
    zh: '分词时不拆开的词，每行一个',
  },
  'help.embed-graph-names': {
    en: "the same with the names of the workspace's knowledge graph",
    zh: '同上，取工作区知识图谱中的名称',
  },
  'help.embed-name': {
    en: 'keeps them in the workspace, encrypted like it',
    zh: '存入工作区，与工作区同样加密',
  },
  'help.embed-out': {
    en: '.bin word2vec binary, .glove GloVe text, else word2vec text',
    zh: '.bin 为 word2vec 二进制，.glove 为 GloVe 文本，其余为 word2vec 文本',
  },
  'help.grid': {
    en: 'pipelines × seeds as one experiment; resumable',
    zh: '把多种方案 × 多个种子作为一个实验；可继续',
  },
  'help.grid-vary': {
    en: 'an axis by flags, in place of those of the file; may be repeated',
    zh: '用选项给出一个变化项，代替文件中的；可重复',
  },
  'help.tune': {
    en: 'searches settings (learning rate, dropout, sizes …) within that training time; resumable; writes the best as train --config takes them',
    zh: '在给定训练时间内搜索设置（学习率、dropout、层宽等）；可中断后继续；写出最佳设置供 train --config 使用',
  },
  'help.tune-fixed': {
    en: 'every setting of train given as a flag or by --config stays as given; --recipe chooses the others',
    zh: 'train 的各项设置，凡以选项或 --config 给出的都保持不变；其余由 --recipe 决定',
  },
  'help.grid-seeds': {
    en: 'every pipeline once a seed; more seeds later add to the same table',
    zh: '每种方案每个种子训练一次；以后增加的种子并入同一张表',
  },
  'help.grid-ablate': {
    en: 'pre-training: an axis that leaves out one objective at a time',
    zh: '预训练：每次去掉一个训练目标，构成一个维度',
  },
  'help.grid-test': {
    en: 'set on which the weights chosen on dev are measured; a column of the table',
    zh: '测试集：用验证集选出的权重在其上测量，结果为表中一列',
  },
  'help.grid-differences': {
    en: 'differences of all rows to the first one with intervals and p-values of the paired bootstrap',
    zh: '各行与第一行之差，含配对自助法的区间和 p 值',
  },
  'help.grid-folds': {
    en: 'cross-validation on the training set, without --dev; documents of one id or of equal text stay together',
    zh: '在训练集上做交叉验证，不需 --dev；编号相同或文本相同的文档在同一折',
  },
  'help.grid-documents': {
    en: 'at most so many documents, evenly taken; --dev-documents too',
    zh: '最多均匀取这么多文档；--dev-documents 同理',
  },
  'help.grid-keep-models': { en: "keeps every cell's model", zh: '保留每一格的模型' },
  'help.grid-baselines': {
    en: '(default) linear classifiers too, first in tables of classify and diagnose; --no-baselines: without',
    zh: '（默认）也训练线性分类器，列在 classify 与 diagnose 表格的最前面；--no-baselines 则不训练',
  },
  'help.grid-retry': { en: 'trains failed and cancelled cells again', zh: '重新训练失败和取消的格' },
  'help.grid-settings': {
    en: 'and every setting of train, for all cells. Ctrl-C pauses; the same command, or grid run NAME, goes on.',
    zh: '以及 train 的全部设置，用于所有格。Ctrl-C 暂停；再次执行同一命令或 grid run NAME 即继续。',
  },
  'help.engine': {
    en: 'what models run on: whether it works here, how fast and how right',
    zh: '模型的执行器：本机能否使用、速度与正确性',
  },
  'help.project': {
    en: 'annotation projects, also whole ones as files',
    zh: '标注项目，也可整体存为文件',
  },
  'help.project-create': {
    en: 'FILE has spans, attributes, relations, labels, guidelines',
    zh: 'FILE 含 spans、attributes、relations、labels、guidelines',
  },
  'help.project-import': {
    en: 'documents and annotations: files, folders, .zip or .gz of any format of convert, or texts',
    zh: '文档与标注：convert 支持的任一格式的文件、文件夹、.zip 或 .gz，或纯文本',
  },
  'help.project-format': { en: 'where it cannot be guessed', zh: '无法自动判断格式时' },
  'help.project-person': { en: 'whose annotations they become', zh: '标注归谁所有' },
  'help.project-finished': {
    en: 'they are complete; they are suggestions (those with a score are in any case)',
    zh: '标注已完成；作为建议（带得分的总是建议）',
  },
  'help.project-columns': {
    en: 'a table (CSV, TSV, .xlsx, JSON lines, .docx): which column is text, name, label, score, entities; --keep alone keeps a column',
    zh: '表格（CSV、TSV、.xlsx、JSON Lines、.docx）：正文、名称、标签、得分、实体各在哪列；--keep 限定保留的列',
  },
  'help.project-preview': { en: 'the columns of a table and what they give', zh: '查看表格各列及导入结果' },
  'help.project-export-finished': { en: 'finished documents only', zh: '仅已完成的文档' },
  'help.project-identified': {
    en: 'with what points to the patient; without it the files are de-identified',
    zh: '保留患者身份信息；不加时导出的文件已去标识化',
  },
  'help.project-export': {
    en: 'the whole project with all annotations and their history, as it is',
    zh: '整个项目，含全部标注及历史，原样导出',
  },
  'help.project-merge': {
    en: 'work of others on the same project from its file; only told without --yes, ours stays in conflicts without --take-theirs',
    zh: '合并同一项目的文件；不加 --yes 只预览，冲突时保留本方，加 --take-theirs 取文件一方',
  },
  'help.project-restore': {
    en: 'such a file, checked whole before anything of it is kept',
    zh: '导入这种文件，先完整校验再写入',
  },
  'help.project-adjudicate': {
    en: 'gold of what more than half of the annotators say, or all of one annotator; what is left is decided in the window',
    zh: '过半标注者一致的（或某人的全部标注）写入金标准；其余在窗口中裁决',
  },
  'help.project-suggest': {
    en: 'suggestions in what you have not finished',
    zh: '在你未完成的文档中给出建议',
  },
  'help.project-train': {
    en: 'trains on what is finished; what each training has gained',
    zh: '用已完成的文档训练；显示每次训练的收益',
  },
  'help.project-remove': {
    en: 'out of the project, with all annotations kept; says first what that means',
    zh: '移出项目，标注全部保留；先说明影响',
  },
  'help.project-removed': { en: 'what was removed, by whom', zh: '已移出的文档及操作者' },
  'help.project-put-back': { en: 'as it was before it was removed', zh: '恢复为移出之前的状态' },
  'help.serve': {
    en: 'lets browsers on the network work in this workspace, over HTTPS; everybody must sign in. --name: further names of this machine; --port: 8443 unless given; --cert and --key: a certificate as PEM files, else one is made and its fingerprint printed; --api: REST and CDS Hooks for programs with tokens; --passphrase-file: of the workspace',
    zh: '让局域网内的浏览器经 HTTPS 使用此工作区，所有人须登录。--name：本机的其他名称；--port：默认 8443；--cert 与 --key：PEM 格式的证书与私钥，未给出则自动生成并显示指纹；--api：为持有令牌的程序提供 REST 与 CDS Hooks 接口；--passphrase-file：工作区口令文件',
  },
  'help.docs-watch': {
    en: 'imports the files that appear in a folder, each once; changes and deletes none; Ctrl+C ends it',
    zh: '导入文件夹中出现的文件，每个一次；不修改也不删除；按 Ctrl+C 结束',
  },
  'help.workspace-backups': {
    en: 'the schedule and all backups; E: never, hour, day, week; --folder "": the workspace\'s own; runs while the app or serve runs',
    zh: '备份计划与全部备份；E：never、hour、day、week；--folder "" 表示工作区文件夹；在软件或 serve 运行时执行',
  },
  'help.workspace-diagnostics': {
    en: 'versions, sizes, states and logs as a zip; no text, title or name of anybody',
    zh: '以 zip 导出版本、大小、状态和日志，不含任何病历文字、标题或姓名',
  },
  'help.workspace-verify': {
    en: 'opens a backup and checks all of it',
    zh: '打开备份并完整检查',
  },
  'help.people': {
    en: 'R: clinician, annotator, adjudicator, administrator; passwords from --password-file FILE or standard input',
    zh: 'R：clinician、annotator、adjudicator、administrator；密码取自 --password-file FILE 或标准输入',
  },
  'help.people-tokens': {
    en: 'tokens by which a program acts for a person at a server; printed once, valid for 365 days unless given',
    zh: '程序代表某人访问服务器所用的接口令牌；仅显示一次，默认有效 365 天',
  },
  'help.runs-torch': {
    en: 'hands a paused run of bert-fc over to PyTorch with data, moments and continue.py, and takes it back',
    zh: '把已暂停的 bert-fc 训练连同数据、优化器状态和 continue.py 移交 PyTorch，并取回',
  },
  'help.batch': {
    en: 'one job over many records: on this machine, or with --queue on any number of machines that workers run on',
    zh: '对大量病历做同一项处理：在本机进行；加 --queue 时由任意多台计算机上的工作进程完成',
  },
  'help.batch-retry': {
    en: 'retry tries failed blocks again, and goes on with a run that was interrupted here',
    zh: 'retry 重试失败的批次，或继续在本机中断的任务',
  },
  'help.batch-results': {
    en: 'JSON lines in the order of the records; for deid, the records after a second look; for evaluate, the scores',
    zh: '按病历顺序输出 JSON 行；deid 输出经二次检查的病历，evaluate 输出评分',
  },
  'help.batch-invite': {
    en: 'a file that opens this run alone to a worker, and its passphrase',
    zh: '生成只能打开该任务的邀请文件及其口令',
  },
  'help.worker': {
    en: 'works on the runs it is invited to, until Ctrl-C, with --drain until nothing is left; needs no workspace; MERIDIAN_PASSPHRASE or --passphrase-file holds the invitations’ passphrases, one a line',
    zh: '处理受邀的任务，按 Ctrl-C 结束，加 --drain 时做完即止；无需工作区；MERIDIAN_PASSPHRASE 或 --passphrase-file 给出邀请口令，每行一个',
  },
});
