import { describe, expect, it } from 'vitest';
import { detectLayout } from './detect-layout.ts';

/** What offices write in a table for people: titles, names in several rows, columns of labels without a name. */
function layoutOf(text: string) {
  const found = detectLayout(Buffer.from(text, 'utf8').toString('latin1'), true, {});
  const names = found?.names.map((name) => Buffer.from(name, 'latin1').toString('utf8')) ?? [];
  return { names, skip: found?.skip, headerRows: found?.headerRows, header: found?.header };
}

const years = [2019, 2020, 2021, 2022, 2023];
const end = '__________\n© Statistisches Bundesamt (Destatis), 2026\nStand: 28.11.2026 / 10:00:00\n';
const regions = ['DG;Deutschland', '01;  Schleswig-Holstein', '01001;    Flensburg', '02;  Hamburg', '03;  Bremen'];

describe('a table of GENESIS', () => {
  it('of one time series has titles above a name, and a unit below it', () => {
    const titles = 'Tabelle: 12411-0001\nBevölkerung: Deutschland, Stichtag;\nFortschreibung;\nDeutschland;\n';
    const rows = years.map((year) => `31.12.${year};${83_000_000 + year}\n`).join('');
    expect(layoutOf(`${titles};Bevölkerungsstand\n;Anzahl\n${rows}${end}`)).toEqual({
      names: ['', 'Bevölkerungsstand'],
      skip: 4,
      headerRows: 1,
      header: true,
    });
  });

  it('has days above groups, and no name for codes and labels', () => {
    const titles = 'GENESIS-Tabelle: 12411-01-01-4\nBevölkerung nach Geschlecht;;;;\nBevölkerungsstand (Anzahl);;;;\n';
    const names = ';;31.12.2022;31.12.2022;31.12.2023\n;;Insgesamt;männlich;Insgesamt\n';
    const rows = regions.map((region, at) => `${region};${at === 3 ? '-' : 1000 + at};${500 + at};...\n`).join('');
    expect(layoutOf(`${titles}${names}${rows}${end}`)).toEqual({
      names: ['', '', '31.12.2022 / Insgesamt', '31.12.2022 / männlich', '31.12.2023 / Insgesamt'],
      skip: 3,
      headerRows: 2,
      header: true,
    });
  });

  it('has the same, below the name of the days', () => {
    const names = ';;Stichtag;Stichtag\n;;31.12.2023;31.12.2023\n;;männlich;weiblich\n';
    const rows = regions.map((region, at) => `${region};${1000 + at};${500 + at}\n`).join('');
    expect(layoutOf(`Tabelle: 1\nBevölkerung;;;\n${names}${rows}${end}`)).toMatchObject({
      names: ['', '', 'Stichtag / 31.12.2023 / männlich', 'Stichtag / 31.12.2023 / weiblich'],
      headerRows: 3,
    });
  });

  it('names two columns of labels together', () => {
    const names = 'Stichtag;Kreise;Kreise;Kraftstoffarten;Kraftstoffarten\n;;;Benzin;Elektro\n';
    const rows = regions.map((region, at) => `01.01.2022;${region};${1000 + at};${at === 0 ? 7 : '-'}\n`).join('');
    expect(layoutOf(`Tabelle: 46251-0021\nPersonenkraftwagen;;;;\n${names}${rows}${end}`)).toMatchObject({
      names: ['Stichtag', 'Kreise', 'Kreise', 'Kraftstoffarten / Benzin', 'Kraftstoffarten / Elektro'],
      headerRows: 2,
    });
  });
});

it('a name that is a blank is none', () => {
  const rows = years.map((year) => `"${year}Q1","23","24"\n`).join('');
  expect(layoutOf(`"Estimated Resident Population","",""\n" ","Male","Female"\n${rows}"Table information:"\n`)).toEqual(
    {
      names: ['', 'Male', 'Female'],
      skip: 1,
      headerRows: 1,
      header: true,
    },
  );
});

describe('a table is read as before', () => {
  it.each([
    ['two columns, the second without a name', 'name,\nUlm,5\nBonn,6\n,unknown\n', ['name', '']],
    ['a first value without its label', 'a,1\nb,2\n,x\nc,3\n', ['column1', 'column2']],
    ['names in two rows whose labels have no values', ',2019,,2020,\n,men,women,men,women\n,1,2,3,4\n,5,6,7,8\n', null],
    ['days in the first record', 'x,31.12.2019,31.12.2020\ny,1,2\nz,3,4\n', null],
    ['days in both records', 'a,1.1.2019,1.1.2019\nb,2.1.2019,3.1.2019\nc,4.1.2019,5.1.2019\n', null],
  ])('with %s', (_, text, names) => {
    const found = layoutOf(text);
    expect(found.headerRows).toBe(1);
    expect(found.skip).toBe(0);
    if (names !== null) expect(found.names).toEqual(names);
  });
});
