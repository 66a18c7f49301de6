import { describe, expect, it } from 'vitest';
import type { LeftOutLine } from '#shared/rpc/source-file.ts';
import { tableNotes } from './table-notes.ts';

const above = (...texts: string[]) => texts.map((text, at): LeftOutLine => ({ line: at + 1, text, why: 'above' }));
const below = (...texts: string[]) => texts.map((text, at): LeftOutLine => ({ line: at + 90, text, why: 'below' }));
const notes = (lines: LeftOutLine[], names: string[] = ['Land']) => tableNotes(lines, names, undefined);

describe('the lines around a table', () => {
  it('are its title, source, licence and contact, and what else describes it', () => {
    const lines = [
      ...above('Tabelle 12411-0010: Bevölkerung nach Ländern', 'Fortschreibung', 'Stand: 31.12.2022', 'in 1.000'),
      ...below(
        '__________',
        'Quelle: Statistisches Bundesamt',
        'Lizenz: dl-de/by-2-0',
        'Kontakt: auskunft@destatis.de',
        '1) vorläufig',
      ),
    ];
    expect(notes(lines)).toEqual({
      title: 'Bevölkerung nach Ländern',
      description: 'Fortschreibung\nStand: 31.12.2022\nin 1.000\n1) vorläufig',
      source: 'Statistisches Bundesamt',
      licence: 'dl-de/by-2-0',
      contact: 'auskunft@destatis.de',
      columns: [],
    });
  });

  it.each([
    ['Source: Office for National Statistics', 'Office for National Statistics'],
    ['Source : Insee, estimations de population', 'Insee, estimations de population'],
    ['Fonte: Istat', 'Istat'],
    ['Fuente: INE', 'INE'],
    ['Quellen: BFS', 'BFS'],
    ['Source(s) : Insee', 'Insee'],
    ['Quelle(n): Destatis', 'Destatis'],
    ['Fuente(s): INE', 'INE'],
    ['Bron(nen): CBS', 'CBS'],
    ['(c) Eurostat', 'Eurostat'],
    ['(c) confidential', ''],
    ['© Statistisches Bundesamt (Destatis), 2023', 'Statistisches Bundesamt (Destatis), 2023'],
  ])('name the source: %s', (line, source) => expect(notes(below(line))?.source).toBe(source));

  it.each([
    ['Data: CC BY 4.0, Statistik Austria', 'CC BY 4.0'],
    ['Licence: Licence Ouverte 2.0', 'Licence Ouverte 2.0'],
    ['Contains information under the Open Government Licence v3.0', 'Open Government Licence v3.0'],
  ])('name the licence: %s', (line, licence) => expect(notes(below(line))?.licence).toBe(licence));

  it('have no sign of copyright among letters', () =>
    expect(notes(below('(a) Live.', '(b) Still.', '(c) All.'))?.source).toBe(''));

  it.each([
    ['Tabelle 5a: Geburten', 'Geburten'],
    ['Tabelle 2.1b Sterbefälle', 'Sterbefälle'],
    ['Table A5-1: Births', 'Births'],
    ['Table 5-Births', 'Births'],
    ['Tabel 3. Bevolking', 'Bevolking'],
    ['Tabell 3: Folkmängd', 'Folkmängd'],
    ['Tabela 1 – População', 'População'],
    ['Tablica 4. Ludność', 'Ludność'],
    ['Tabl. 4. Ludność', 'Ludność'],
    ['Tableau 2 - Naissances', 'Naissances'],
  ])('are a number and a title: %s', (line, title) => expect(notes(above(line))?.title).toBe(title));

  it.each([
    'Stand: 31.12.2022',
    'Stand 31.12.2022',
    'Stand Dezember 2022',
    'Stand Ende 2022',
    'Stand der Daten: 1. Juli 2022',
    'As of 1 January 2021',
    'As at end of March 2021',
    'Last updated on Tuesday, 12 May 2021',
    'Published on 12 May 2021',
    'Date: 2021',
    'Date of extraction: 12/05/2021',
    'État au 1er janvier 2021',
    'Mise à jour le 12 mai 2021',
    'Dati al 31 dicembre 2021',
    'Data 31/12/2021',
    'Fecha de actualización: 12 de mayo de 2021',
    'Tabelle 5a',
    'in 100 kg',
    'Units: 1000',
  ])('are no title: %s', (line) => expect(notes(above(line, 'Births'))?.title).toBe('Births'));

  it.each([
    'Standardisierte Sterbeziffern 2020 bis 2021',
    'Standorte 2021',
    'Stand der Bevölkerung 2021',
    'Dataset EMP01: Employment 2020',
    'Data on 27 countries 2021',
    'Data 2020 to 2021 by region',
    'Datenbank 2021',
    'Dates of birth 2021',
    'Published research 2021',
    'Updates 2021',
    'Stichtagsdaten 2021',
    'Fechas 2021',
    'Étatisation 2021',
    'Sourced goods: 2021',
    'Quellensteuer: 2021',
    'Fontein: 2021',
    'Bronze: 2021',
    'Contacts in hospitals: 2021',
    'Licensed vehicles: 2021',
    'Unitary authorities: 2021',
    'Einheitswerte: 2021',
    'Tablet2 sales',
    'Tabellenbuch2 Geburten',
    'Quadros2',
    'In Millionenstädten 2021',
    'in 2021',
    'Copyrights 2021',
  ])('are a title that merely begins like something else: %s', (line) =>
    expect(notes(above(line, 'More'))).toMatchObject({ title: line, source: '', licence: '', contact: '' }),
  );

  it('explain marks in headings', () => {
    const lines = [...above('Births'), ...below('1) Live births only', '* provisional')];
    expect(notes(lines, ['Country', 'Births 1)', 'Deaths*', 'Other²'])?.columns).toEqual([
      { source: 'Births 1)', name: 'Births', description: 'Live births only' },
      { source: 'Deaths*', name: 'Deaths', description: 'provisional' },
    ]);
  });

  it.each([
    ['Fläche in km²', '2) Fortschreibung.', undefined],
    ['Fläche in km²⁾', '2) Fortschreibung.', 'Fläche in km'],
    ['Fläche in km²¹', '¹ Fortschreibung.', 'Fläche in km²'],
    ['Dichte (je km2)', '2) Fortschreibung.', undefined],
    ['Klasse a', 'a) Vorläufig.', undefined],
    ['Klasse a', 'a = vorläufig', undefined],
    ['Klasse a)', 'a) Vorläufig.', 'Klasse'],
    ['Klasse (a)', '(a) Vorläufig.', 'Klasse'],
    ['Klasseᵃ', 'ᵃ Vorläufig.', 'Klasse'],
    ['Klasse ⁽¹⁾', '¹⁾ Vorläufig.', 'Klasse'],
    ['2022 p', 'p = vorläufig', '2022'],
    ['Geburten 2022 p', 'p = vorläufig', 'Geburten 2022'],
    ['Geburten 1) 2)', '12) Vorläufig.', undefined],
  ])('explain marks, but no parts, of headings: %s', (heading, note, name) => {
    const columns = notes(below(note), ['Land', heading])?.columns;
    const description = note.replace(/^\S+\s(?:= )?/u, '');
    expect(columns).toEqual(name === undefined ? [] : [{ source: heading, name, description }]);
  });

  it('explain each column by its own note, also if the names without marks are equal', () => {
    const lines = below('1) Live.', '2) Still.', '3) All.');
    expect(notes(lines, ['Births 1)', 'Births 2)', 'Deaths', 'Deaths 3)', 'Sum 1) 3)'])?.columns).toEqual([
      { source: 'Births 1)', description: 'Live.' },
      { source: 'Births 2)', description: 'Still.' },
      { source: 'Deaths 3)', description: 'All.' },
      { source: 'Sum 1) 3)', name: 'Sum', description: 'Live.; All.' },
    ]);
  });

  it('describe the values of a long table: their unit, and the marks of periods', () => {
    const rows = {
      keys: [{ name: 'year', type: 'integer' as const }],
      values: ['value'],
      rows: ['2021', '2022*'].map((name) => ({ keys: [name.slice(0, 4)], columns: [name] })),
      renamed: {},
    };
    const found = tableNotes([...above('Population', '(in Tsd.)'), ...below('* vorläufig')], ['Land'], rows);
    expect(found?.columns).toEqual([{ source: 'value', description: 'in Tsd.; 2022: vorläufig' }]);
    expect(found?.description).toBe('* vorläufig');
    const lettered = { ...rows, rows: [{ keys: ['2022'], columns: ['2022p'] }] };
    expect(tableNotes(below('p = vorläufig'), ['Land'], lettered)?.columns).toEqual([
      { source: 'value', description: '2022: vorläufig' },
    ]);
  });

  it('are no notes if there are none', () => expect(notes([])).toBeNull());

  it('are no title below the table', () =>
    expect(notes(below('Only a remark.'))).toMatchObject({ title: '', description: 'Only a remark.' }));
});
