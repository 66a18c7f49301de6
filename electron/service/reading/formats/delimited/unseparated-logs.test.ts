import { expect, it } from 'vitest';
import { detectLayout } from './detect-layout.ts';

const lines = (make: (at: number) => string) => Array.from({ length: 12 }, (_, at) => `${make(at)}\n`).join('');
const two = (at: number) => String(at).padStart(2, '0');
const common = (at: number) =>
  `10.0.0.${at} - anna [10/Oct/2023:13:55:${two(at)} +0000] "GET /a?b=${at},c;d HTTP/1.1" 200 ${at === 3 ? '-' : at}`;
const fields = ['host', 'identity', 'user', 'time', 'zone', 'request', 'status', 'bytes'];

it.each([
  ['the Common Log Format', lines(common), fields],
  [
    'the Combined Log Format',
    lines((at) => `${common(at)} "-" "Mozilla/5.0 (X11; Linux)"`),
    [...fields, 'referrer', 'agent'],
  ],
  [
    'further fields',
    lines((at) => `${common(at)} "-" "curl/8" 0.1${at}`),
    [...fields, 'referrer', 'agent', 'column11'],
  ],
  [
    'the W3C Extended Log File Format',
    `#Software: IIS 10.0\n#Version: 1.0\n#Fields: date time cs-uri-stem sc-status\n${lines((at) => `2023-01-01 00:00:${two(at)} /a${at} 200`)}`,
    ['date', 'time', 'cs-uri-stem', 'sc-status'],
  ],
])('a log in %s has its fields for columns', (_, text, names) => {
  const found = detectLayout(text, true, {});
  expect(found).toMatchObject({ delimiter: ' ', header: false, names, unseparated: { kind: 'log-fields' } });
  const { delimiter = '', quote = '', header = false, skip = 0, comment = '' } = found ?? {};
  // The same with the detected options, as the whole file is read after its preview.
  expect(detectLayout(text, true, { delimiter, quote, header, skip, comment })?.names).toEqual(names);
});

it.each([
  ['syslog', (at: number) => `Oct 10 13:55:${two(at)} host sshd[${at}]: Failed, from 10.0.0.${at}; port ${at}`],
  ['syslog of RFC 5424', (at: number) => `<34>1 2023-10-11T22:14:${two(at)}.003Z host su - ID47 - failed for ${at}`],
  ['the journal of systemd', (at: number) => `2023-10-11T22:14:${two(at)}+0200 host kernel: usb ${at}: new, device`],
  ['nginx', (at: number) => `2023/10/10 13:55:${two(at)} [error] 12#0: *${at} open() "/a" failed, client: 10.0.0.1`],
  ['Apache', (at: number) => `[Sat Oct 10 13:55:${two(at)}.123456 2023] [core:error] [pid ${at}] File, not found`],
  ['Log4j', (at: number) => `2023-10-10 13:55:${two(at)},123 INFO  [main] org.example.App - Started ${at}, ok`],
  ['Python', (at: number) => `[2023-10-10 13:55:${two(at)}] WARNING root: value ${at}; used`],
])('a log of %s is one column of lines', (_, make) => {
  expect(detectLayout(lines(make), true, {})).toMatchObject({
    header: false,
    names: ['column1'],
    unseparated: { kind: 'log-lines' },
  });
});

it.each([
  ['times and levels between commas', `time,level,text\n${lines((at) => `2023-10-10 13:55:${two(at)},INFO,a${at}`)}`],
  ['the same without a header', lines((at) => `2023-10-10 13:55:${two(at)},INFO,a${at}`)],
  ['a comment that names fields', `# Fields of the survey\na,b,c\n${lines((at) => `${at},x,y`)}`],
])('%s are a table', (_, text) => {
  const found = detectLayout(text, true, {});
  expect(found?.delimiter).toBe(',');
  expect(found?.names).toHaveLength(3);
});
