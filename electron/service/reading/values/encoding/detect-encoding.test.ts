import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { detectEncoding } from './detect-encoding.ts';

/** Names and remarks as found in tables of a country. */
const words = {
  ja: [
    '東京都,人口は増加している',
    '大阪府,前年より減少した',
    '北海道,データなし',
    '京都市,観光客が多い',
    '神奈川県,横浜市を含む',
    '福岡県,九州地方',
    '名古屋,中部地方の中心です',
    '沖縄県,離島を除く',
  ],
  kanji: [
    '東京都,新宿区',
    '大阪府,堺市',
    '北海道,札幌市',
    '京都府,宇治市',
    '神奈川県,横浜市',
    '福岡県,久留米市',
    '愛知県,豊田市',
    '沖縄県,那覇市',
  ],
  ko: [
    '서울특별시,인구가 증가했다',
    '부산광역시,전년 대비 감소',
    '대구광역시,자료 없음',
    '인천광역시,섬 지역 포함',
    '광주광역시,합계',
    '제주특별자치도,관광객 수',
    '경기도,수원시',
  ],
  zh: [
    '北京市,人口持续增长',
    '上海市,比上年减少',
    '广东省,包括深圳',
    '四川省,成都市',
    '西藏自治区,暂无数据',
    '黑龙江省,哈尔滨市',
    '新疆维吾尔自治区,乌鲁木齐',
  ],
  tw: [
    '臺北市,人口持續成長',
    '新北市,較去年減少',
    '高雄市,包含離島',
    '臺中市,資料不足',
    '花蓮縣,原住民鄉鎮',
    '澎湖縣,觀光客人數',
    '嘉義縣,農業人口',
  ],
  ru: [
    'Москва,население выросло',
    'Санкт-Петербург,данные за год',
    'Новосибирск,нет данных',
    'Екатеринбург,предварительная оценка',
    'Нижний Новгород,включая пригороды',
    'Казань,столица республики',
    'Ростов-на-Дону,юг страны',
  ],
  pl: [
    'Łódź,ludność wzrosła',
    'Kraków,w porównaniu z rokiem ubiegłym',
    'Gdańsk,brak danych',
    'Wrocław,część miejska',
    'Częstochowa,województwo śląskie',
    'Poznań,mieszkańcy',
    'Białystok,południowo-wschodnia część',
    'Świnoujście,wyspiarska gmina',
  ],
  cs: [
    'Plzeň,počet obyvatel vzrostl',
    'České Budějovice,údaje chybí',
    'Ústí nad Labem,včetně předměstí',
    'Hradec Králové,okres',
    'Liberec,přírůstek oproti loňsku',
    'Žďár nad Sázavou,město',
    'Jihlava,šťastné děti',
  ],
  tr: [
    'İstanbul,nüfus arttı',
    'İzmir,geçen yıla göre azaldı',
    'Şanlıurfa,veri yok',
    'Diyarbakır,güneydoğu bölgesi',
    'Eskişehir,öğrenci sayısı',
    'Muğla,ilçeler dâhil',
    'Çanakkale,boğaz',
    'Ağrı,doğu',
  ],
  el: [
    'Αθήνα,ο πληθυσμός αυξήθηκε',
    'Θεσσαλονίκη,σε σχέση με πέρυσι',
    'Πάτρα,δεν υπάρχουν στοιχεία',
    'Ηράκλειο,περιλαμβάνει προάστια',
    'Λάρισα,κέντρο της Θεσσαλίας',
  ],
  he: [
    'ירושלים,האוכלוסייה גדלה',
    'תל אביב,ירידה לעומת השנה הקודמת',
    'חיפה,אין נתונים',
    'באר שבע,כולל פרברים',
    'אשדוד,עיר נמל',
  ],
  ar: [
    'القاهرة,ازداد عدد السكان',
    'الإسكندرية,انخفاض عن العام الماضي',
    'الجيزة,لا توجد بيانات',
    'أسوان,بما في ذلك الضواحي',
    'طنطا,مدينة كبيرة',
  ],
  fr: [
    'Besançon,la population a augmenté',
    'Évry,données indisponibles',
    'Nîmes,sauf exception du centre',
    'Saint-Étienne,où on compte les élèves',
    'Orléans,préfecture du Loiret',
  ],
  de: [
    'München,Bevölkerung gewachsen',
    'Köln,gegenüber dem Vorjahr zurück',
    'Düsseldorf,einschließlich Vororte',
    'Nürnberg,Straße',
    'Lübeck,größer als früher',
  ],
  lt: [
    'Šiauliai,gyventojų skaičius padidėjo',
    'Panevėžys,duomenų nėra',
    'Klaipėda,įskaitant priemiesčius',
    'Alytus,ąžuolų miestas',
  ],
  sv: [
    'Malmö,befolkningen ökade',
    'Göteborg,jämfört med förra året',
    'Örebro,uppgift saknas',
    'Västerås,även förorter',
  ],
  es: [
    'Córdoba,la población creció',
    'Málaga,comparación con el año pasado',
    'Cádiz,según el censo',
    'Logroño,niños y niñas',
  ],
  is: ['Reykjavík,íbúum fjölgaði', 'Akureyri,það eru engar tölur', 'Ísafjörður,þorp', 'Húsavík,á Norðurlandi'],
};

const encodings: Readonly<Record<keyof typeof words, readonly string[]>> = {
  ja: ['shift_jis', 'euc-jp'],
  kanji: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
  zh: ['gb18030'],
  tw: ['big5'],
  ru: ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5'],
  pl: ['windows-1250', 'iso-8859-2'],
  cs: ['windows-1250', 'iso-8859-2'],
  tr: ['windows-1254'],
  el: ['windows-1253'],
  he: ['windows-1255'],
  ar: ['windows-1256'],
  fr: ['windows-1252', 'iso-8859-15', 'macintosh'],
  de: ['windows-1252', 'macintosh', 'cp850'],
  lt: ['windows-1257'],
  sv: ['windows-1252'],
  es: ['windows-1252', 'macintosh'],
  is: ['windows-1252'],
};
const unicode = ['utf-8', 'utf-16le', 'utf-16be'];

function table(lines: readonly string[], rows: number): string {
  const records = Array.from({ length: rows }, (_, at) => `${at},${lines[at % lines.length]},${(at * 37) % 1001}`);
  return `id,name,note,n\n${records.join('\n')}\n`;
}

const cases = Object.entries(encodings).flatMap(([language, names]) =>
  [...names, ...unicode].map((encoding) => [language as keyof typeof words, encoding] as const),
);

test('a footer with © among other German is not Polish', () => {
  const text = 'März;118,2\nVeränderung;1,0\nVerbraucherpreisindex für Deutschland\n© Statistisches Bundesamt, 2026\n';
  expect(detectEncoding(iconv.encode(text, 'windows-1252')).name).toBe('windows-1252');
});

describe('the encoding of a table', () => {
  test.each(cases)('%s in %s is found, whatever its length', (language, encoding) => {
    for (const rows of [8, 60, 3000]) {
      const text = table(words[language], rows);
      const bytes = iconv.encode(text, encoding);
      const { name, unsure, alternatives } = detectEncoding(bytes);
      expect({ rows, text: iconv.decode(bytes, name) }).toEqual({ rows, text });
      if (rows === 60 && encoding.startsWith('utf'))
        expect({ unsure, alternatives }).toEqual({ unsure: false, alternatives: [] });
    }
  });

  test.each(cases)('%s in %s is found or raised as a question in a table of two rows', (language, encoding) => {
    const text = table(words[language], 2);
    const bytes = iconv.encode(text, encoding);
    const { name, unsure, alternatives } = detectEncoding(bytes);
    const decoded = (one: string) => iconv.decode(bytes, one);
    expect(decoded(name) === text || (unsure && alternatives.map(decoded).includes(text))).toBe(true);
  });

  test('of random words is found or raised as a question: none is certain and wrong', () => {
    const tables = fc.constantFrom(...cases).chain(([language, encoding]) =>
      fc.record({
        language: fc.constant(language),
        encoding: fc.constant(encoding),
        lines: fc.array(fc.constantFrom(...words[language]), { minLength: 1, maxLength: 40 }),
        // ASCII-only records in between.
        plain: fc.nat({ max: 5 }),
        newline: fc.constantFrom('\n', '\r\n'),
      }),
    );
    fc.assert(
      fc.property(tables, ({ encoding, lines, plain, newline }) => {
        const filler = Array.from({ length: plain }, (_, at) => `${at},Springfield,none,1${newline}`).join('');
        const text = `id,name,note,n${newline}${lines.map((line, at) => `${at},${line},${at}${newline}${filler}`).join('')}`;
        const bytes = iconv.encode(text, encoding);
        const { name, unsure, alternatives } = detectEncoding(bytes);
        const decoded = (one: string) => iconv.decode(bytes, one);
        expect(decoded(name) === text || (unsure && alternatives.map(decoded).includes(text))).toBe(true);
      }),
      { numRuns: caseCount(300, 3_000), seed },
    );
  });

  test.each([
    ['tr', 'windows-1254', ['İstanbul', 'Kahramanmaraş', 'Ankara', 'Beşiktaş']],
    ['tr', 'windows-1254', ['şehir', 'nüfus', 'İstanbul', 'İzmir', 'Muğla']],
    ['of many languages', 'cp850', ['Zürich', 'Köln', 'Málaga', 'Besançon', 'Orléans', 'São Paulo']],
    ['lt', 'windows-1257', ['Vilnius', 'Mažeikiai', 'Telšiai', 'Šiauliai', 'Kaunas']],
    ['is', 'windows-1252', ['Þórshöfn', 'Garðabær', 'Mosfellsbær', 'Þingvellir', 'Ísafjörður']],
  ])('names in %s with few letters of their own, in %s', (_, encoding, names) => {
    const text = `id,name\n${names.map((name, at) => `${at},${name}\n`).join('')}`;
    const bytes = iconv.encode(text, encoding);
    expect(iconv.decode(bytes, detectEncoding(bytes).name)).toBe(text);
  });

  test.each(unicode)('%s after a byte order mark', (name) => {
    const bytes = iconv.encode('a,b\n1,2\n', name, { addBOM: true });
    expect(detectEncoding(bytes)).toEqual({ name, mark: name === 'utf-8' ? 3 : 2, unsure: false, alternatives: [] });
  });

  test('UTF-8 that is truncated within a character, and UTF-8 with an invalid byte', () => {
    const bytes = Buffer.from(table(words.fr, 60));
    for (let end = bytes.length - 40; end < bytes.length; end += 1) {
      expect(detectEncoding(bytes.subarray(0, end)).name).toBe('utf-8');
    }
    bytes[bytes.indexOf('donn')] = 0xe9;
    expect(detectEncoding(bytes)).toMatchObject({ name: 'utf-8', unsure: true });
  });
});

test('a zero byte within a short text does not make it UTF-16', () => {
  expect(detectEncoding(Buffer.from('a,b\n1,x\0y\n2,z\n')).name).toBe('utf-8');
  for (const name of ['utf16le', 'utf-16be']) {
    expect(detectEncoding(iconv.encode('a,b\n1,x\n', name, { addBOM: false })).name).toMatch(/^utf-16/);
    expect(detectEncoding(iconv.encode('上,東\r\n上,京\r\n', name, { addBOM: false })).name).toMatch(/^utf-16/);
  }
});

test('spaces as thousands separators are not letters', () => {
  const text = 'town;people\r\nUlm;126\u00a0000\r\nBonn;331\u00a0000\r\nSüd;93\u00a0000\r\n';
  expect(detectEncoding(iconv.encode(text, 'windows-1252')).name).toBe('windows-1252');
});
