import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  type ImportFacts,
  markSimilar,
  readRows,
  sharedAddresses,
} from '#domain/patient-imports/check-rows.ts'
import { recognizeColumns } from '#domain/patient-imports/columns.ts'
import { filePlans } from '#domain/patient-imports/plan-names.ts'
import { type DateAnswers, dateQuestions, missingAnswer } from './date-questions.tsx'
import { readImportFile } from './read-file.ts'
import { rowsOf } from './rows-of.ts'

const facts: ImportFacts = {
  now: new Date('2026-03-10T15:00:00Z'),
  timeZone: 'America/New_York',
  currency: 'usd',
  plans: [
    {
      id: 'everyday',
      name: 'Everyday Care',
      prices: [
        {
          id: 'monthly',
          interval: 'month',
          currency: 'usd',
          amountCents: 8_900,
          childCents: null,
          householdCents: null,
          enrolmentCents: null,
        },
      ],
      money: { childAgeLimit: 18, trialDays: 0, tax: null },
    },
  ],
}

const caseFile = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../../../testing/case-files/${name}`, import.meta.url)))

/** As the page reads a file, up to the dry run. */
async function readFileAs(content: string | Uint8Array<ArrayBuffer>, answers: Partial<DateAnswers> = {}) {
  const file = await readImportFile(new File([content], 'patients.csv'))
  const columns = recognizeColumns(file.head)
  const all = { dateOrder: null, century: null, ...answers }
  const questions = dateQuestions(file, columns, all, facts.timeZone)
  const sent = { rows: rowsOf(file, columns), ...all, turnsNames: true, planNames: [] }
  const rows = markSimilar(readRows(sent, facts), new Map())
  return {
    rows,
    questions,
    missing: missingAnswer(questions, all),
    plans: filePlans(sent, facts),
    shared: sharedAddresses(rows, new Map(), new Set()),
  }
}
const birthdays = async (cells: string[], answers?: Partial<DateAnswers>) => {
  const lines = cells.map((cell, at) => `Patient ${'abcdefghij'[at]},"${cell}"`)
  const read = await readFileAs(`Name,DOB\n${lines.join('\n')}\n`, answers)
  return { ...read, birthdays: read.rows.map(({ birthday }) => birthday) }
}

describe('a file of a clinic', () => {
  it('family-one-address.csv: four patients, one shared address, one without email', async () => {
    const { rows, shared, missing } = await readFileAs(await caseFile('family-one-address.csv'), {
      dateOrder: 'mdy',
    })
    expect(missing).toBeNull()
    expect(rows.map(({ name, email, state, problems }) => [name, email, state, problems])).toEqual([
      ['Maria Ortiz', 'ortiz.family@imp.test', 'ready', {}],
      ['Luca Ortiz', 'ortiz.family@imp.test', 'ready', {}],
      ['Sofia Ortiz', 'ortiz.family@imp.test', 'ready', {}],
      ['Grandpa Ortiz', null, 'ready', {}],
    ])
    expect(shared).toEqual([{ email: 'ortiz.family@imp.test', lines: [2, 3, 4], others: [], isTaken: false }])
  })

  it('family-one-address.csv: no date shows the order, so the admin is asked', async () => {
    const { questions, missing } = await readFileAs(await caseFile('family-one-address.csv'))
    expect(questions).toMatchObject({ order: null, isNeeded: true })
    expect(missing).toContain('the month or the day')
  })

  it('day-first.csv: day first is inferred, cells that cannot be read are reported, a plan is asked once', async () => {
    const { rows, questions, missing, plans } = await readFileAs(await caseFile('day-first.csv'))
    expect(questions).toMatchObject({ order: 'dmy', proof: '28/03/1984' })
    expect(missing).toBeNull()
    expect(
      rows.map(({ name, birthday, phone, plan }) => [name, birthday, phone, plan?.name ?? null]),
    ).toEqual([
      ['Nora Lindquist', '1984-03-28', '+12125550147', 'Everyday Care'],
      ['Marta Adler', '1955-11-12', null, null],
      ['Ida Okafor', '1990-04-03', null, 'Everyday Care'],
      ['Pat Doe', null, '+49305550199', null],
    ])
    expect(rows[1]?.writtenName).toBe('Adler, Marta')
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready'])
    expect(rows.map(({ problems }) => Object.keys(problems))).toEqual([
      [],
      ['phone', 'plan'],
      ['phone'],
      ['birthday'],
    ])
    expect(rows[3]?.problems.birthday).toBe('“1990-02-30” is no date: this day does not exist.')
    expect(plans.filter(({ isKnown }) => !isKnown).map(({ name, rows: count }) => [name, count])).toEqual([
      ['Essential Care', 1],
    ])
  })

  it('dates-as-people-write.csv: every birthday is read', async () => {
    const { rows, missing } = await readFileAs(await caseFile('dates-as-people-write.csv'))
    expect(missing).toBeNull()
    expect(rows.map(({ birthday }) => birthday)).toEqual(Array.from({ length: 11 }, () => '1990-03-28'))
  })
})

describe('further files', () => {
  it('month first, inferred from one date of many', async () => {
    const { birthdays: read } = await birthdays(['3/4/1990', '5/6/1985', '11/23/1970', '1/2/2001'])
    expect(read).toEqual(['1990-03-04', '1985-05-06', '1970-11-23', '2001-01-02'])
  })

  it('day first with dots and short years', async () => {
    const { birthdays: read, missing } = await birthdays(['3.4.90', '24.12.58', '1.2.77'])
    expect(missing).toBeNull()
    expect(read).toEqual(['1990-04-03', '1958-12-24', '1977-02-01'])
  })

  it('short years of children and of people over 100 are asked once', async () => {
    const cells = ['5/19/16', '3/28/90', '7/30/19']
    const { missing, questions } = await birthdays(cells)
    expect(questions.unclearYear).toBe('5/19/16')
    expect(missing).toContain('two digits')
    const recent = await birthdays(cells, { century: 'recent' })
    expect(recent.birthdays).toEqual(['2016-05-19', '1990-03-28', '2019-07-30'])
    const past = await birthdays(cells, { century: 'past' })
    expect(past.birthdays).toEqual(['1916-05-19', '1990-03-28', '1919-07-30'])
  })

  it('dates that contradict each other are asked', async () => {
    const { missing } = await birthdays(['28/3/1990', '3/28/1990', '3/4/1990'])
    expect(missing).toContain('the month or the day')
    const { birthdays: read } = await birthdays(['28/3/1990', '3/28/1990', '3/4/1990'], { dateOrder: 'dmy' })
    expect(read).toEqual(['1990-03-28', '1990-03-28', '1990-04-03'])
  })

  it('month names of other languages, with weekdays and ordinals', async () => {
    const { birthdays: read, missing } = await birthdays([
      'Sept. 5, 1988',
      'Monday, 5th September 1988',
      '5 de septiembre de 1988',
      '5 septembre 1988',
      '05-SEP-1988',
      '5 Set 1988',
    ])
    expect(missing).toBeNull()
    expect(new Set(read)).toEqual(new Set(['1988-09-05']))
  })

  it('day numbers of a spreadsheet, with and without a time', async () => {
    const { birthdays: read } = await birthdays(['32391', '32391.0', '32391.5', '9863'])
    expect(read).toEqual(['1988-09-05', '1988-09-05', '1988-09-05', '1927-01-01'])
  })

  it('times at midnight in several notations', async () => {
    const { birthdays: read } = await birthdays([
      '1988-09-05T00:00:00Z',
      '09/25/1988 12:00 AM',
      '9/25/1988 0:00:00',
      '1988-09-25 00:00:00.000',
    ])
    expect(read).toEqual(['1988-09-05', '1988-09-25', '1988-09-25', '1988-09-25'])
  })

  it('days that do not exist are named, the patients stay', async () => {
    const { rows } = await birthdays([
      '2/29/1990',
      '31.4.1990',
      '00/00/0000',
      'February 30, 1990',
      '9/31/2001',
    ])
    for (const { state, birthday, problems } of rows) {
      expect([state, birthday]).toEqual(['ready', null])
      expect(problems.birthday).toContain('this day does not exist')
    }
  })

  it('placeholders for a missing value are left out', async () => {
    const { rows } = await readFileAs('Name,Email,Phone,DOB\nIda Moss,none,-,unknown\nBen Ash,N/A,n/a,?\n')
    expect(rows.map(({ state, email, phone, birthday }) => [state, email, phone, birthday])).toEqual([
      ['ready', null, null, null],
      ['ready', null, null, null],
    ])
  })

  it('names with the surname first, with suffixes and in columns of their own', async () => {
    const { rows } = await readFileAs(
      'Patient\n"O’Brien, Siobhán"\n"Smith, John, Jr."\n"Lee, M.D."\n"Ng, Amy"\n',
    )
    expect(rows.map(({ name }) => name)).toEqual(['Siobhán O’Brien', 'John Smith Jr.', 'Lee, M.D.', 'Amy Ng'])
    const columns = await readFileAs('First Name;Last Name\nMarta;Adler\n;Okafor\n')
    expect(columns.rows.map(({ name, writtenName }) => [name, writtenName])).toEqual([
      ['Marta Adler', null],
      ['Okafor', null],
    ])
  })

  it('a file with names and phones only', async () => {
    const { rows } = await readFileAs('Client\tCell\nIda Moss\t212-555-0147\nBen Ash\t+44 20 7946 0018\n')
    expect(rows.map(({ name, phone }) => [name, phone])).toEqual([
      ['Ida Moss', '+12125550147'],
      ['Ben Ash', '+442079460018'],
    ])
  })

  it('one address in several notations is shared', async () => {
    const { shared } = await readFileAs(
      'Name,Email\nIda Moss,MOSS@home.test\nTom Moss, moss@home.test \nAnn Moss,Ann <moss@home.test>\nBen,ben@home.test\n',
    )
    expect(shared.map(({ email, lines }) => [email, lines])).toEqual([['moss@home.test', [2, 3, 4]]])
  })

  it('a row without a name is skipped, a person twice in the file is shown', async () => {
    const { rows } = await readFileAs('Name,Phone\nIda Moss,\n,(212) 555-0147\n"MOSS, IDA",(212) 555-0148\n')
    expect(rows.map(({ line, state }) => [line, state])).toEqual([
      [2, 'ready'],
      [3, 'no_name'],
      [4, 'similar'],
    ])
  })

  it('twins and a child with a parent’s name are different people', async () => {
    const { rows } = await readFileAs(
      'Name,Email,DOB\nLuca Ortiz,o@home.test,5/19/2016\nSofia Ortiz,o@home.test,5/19/2016\nMax Ortiz,o@home.test,3/28/1985\nMax Ortiz,o@home.test,3/28/2015\n',
    )
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready'])
  })

  it('plans in several notations are one question', async () => {
    const { plans } = await readFileAs(
      'Name,Plan\nA,Gold Plus\nB,gold  plus\nC,GOLD-PLUS\nD,Silver\nE,EVERYDAY CARE\n',
    )
    expect(plans.map(({ name, rows, isKnown }) => [name, rows, isKnown])).toEqual([
      ['Gold Plus', 3, false],
      ['Silver', 1, false],
      ['Everyday Care'.toUpperCase(), 1, true],
    ])
  })

  it('a plan whose paid time cannot be read is not prepared, the patient is', async () => {
    const { rows } = await readFileAs(
      'Name,Plan,Paid until\nIda Moss,Everyday Care,soon\nBen Ash,Everyday Care,2026-06-30\n',
    )
    expect(rows.map(({ state, plan, paidUntil }) => [state, plan?.name ?? null, paidUntil])).toEqual([
      ['ready', null, null],
      ['ready', 'Everyday Care', '2026-06-30'],
    ])
  })

  it('the paid time has the order of the birthdays', async () => {
    const { rows } = await readFileAs(
      'Name,DOB,Plan,Paid until\nIda Moss,28/3/1984,Everyday Care,05/06/2026\nBen Ash,1/2/1990,Everyday Care,05/06/26\n',
    )
    expect(rows.map(({ paidUntil }) => paidUntil)).toEqual(['2026-06-05', '2026-06-05'])
  })

  it('dates in other scripts of digits and separators', async () => {
    const { birthdays: read } = await birthdays([
      '２８/０３/１９９０',
      '28–03–1990',
      '1990年3月28日',
      '28\u00a003\u00a01990',
    ])
    expect(new Set(read)).toEqual(new Set(['1990-03-28']))
  })

  it('a time in another zone is not guessed', async () => {
    const { rows } = await birthdays(['1990-03-28T22:00:00Z'])
    expect(rows[0]).toMatchObject({
      birthday: null,
      problems: { birthday: expect.stringContaining('another zone') },
    })
  })

  it('values longer than a name may be are cut, and the row stays', async () => {
    const { rows } = await readFileAs(`Name\n${'Maximiliana '.repeat(20)}\n`)
    expect(rows[0]).toMatchObject({ state: 'ready', problems: { fullName: expect.stringContaining('cut') } })
    expect(rows[0]?.name.length).toBeLessThanOrEqual(200)
  })
})
