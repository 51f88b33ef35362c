import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// Code must not depend on the machine's time zone, language or browsers.

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files that read the device's own time zone or language, each with its reason. */
const allowed: Record<string, string> = {
  'domain/values/dates.ts': 'a person who is signed in to no clinic reads times in the zone of their device',
}

function callsOf(text: string, call: RegExp): string[] {
  return [...text.matchAll(call)].map(({ 0: found, index }) => argumentsAt(text, index + found.length))
}

/** @param start after the opening bracket */
function argumentsAt(text: string, start: number): string {
  let depth = 1
  let end = start
  for (; end < text.length && depth > 0; end += 1) {
    if ('([{'.includes(text[end] ?? '')) depth += 1
    if (')]}'.includes(text[end] ?? '')) depth -= 1
  }
  return text.slice(start, end - 1).trim()
}

/** Finds a comma outside of brackets, strings and templates. */
function isSeveral(args: string): boolean {
  let plain = args.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, '')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, '')
  }
  return plain.replace(/,$/, '').includes(',')
}

const localTime =
  /\.(?:[gs]et(?:FullYear|Year|Month|Date|Day|Hours|Minutes)|getTimezoneOffset|to(?:Date|Time)String)\(/
const withoutOffset = /^(['"`])[^'"`]*(?:\d|\})T(?:\d|\$)[^'"`]*(?<!Z|[+-]\d\d:?\d\d|\})\1$/

function dependences(text: string): string[] {
  const found: string[] = []
  const local = localTime.exec(text)
  if (local) found.push(`${local[0].slice(1, -1)} is in the machine's time zone: use the method in UTC`)
  if (callsOf(text, /new Date\(/g).some(isSeveral))
    found.push(`new Date(year, month) is in the machine's time zone: use Date.UTC`)
  if (callsOf(text, /(?:new Date|Date\.parse)\(/g).some((args) => withoutOffset.test(args)))
    found.push(`a time without an offset is in the machine's time zone: add Z`)
  const formats = callsOf(text, /Intl\.DateTimeFormat\(|\.toLocale(?:Date|Time)String\(/g)
  if (formats.some((args) => !/\btimeZone\b/.test(args)))
    found.push(`a date is written in the machine's time zone: name a timeZone`)
  const words = callsOf(text, /Intl\.\w+\(|\.toLocale\w*\(/g)
  if (words.some((args) => !/^(?:'[a-z]|\w*[lL]ocale\b)/.test(args)))
    found.push(`a text is written in the machine's language: name a locale`)
  if (callsOf(text, /\.localeCompare\(/g).some((args) => !isSeveral(args)))
    found.push(`texts are sorted in the machine's language: name a locale`)
  if (/Temporal\.Now\.(?!instant)\w+\(\)/.test(text))
    found.push(`Temporal.Now is in the machine's time zone: name one`)
  return found
}

describe('code that depends on the machine is found', () => {
  it.each([
    ['const year = new Date().getFullYear()'],
    ['date.setMonth(date.getMonth() + 1)'],
    ['new Date(2026, 0, 31)'],
    ['new Date(year, month - 1)'],
    [`new Date('2026-03-10T15:00:00')`],
    [`Date.parse(\`\${date}T00:00\`)`],
    [`new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })`],
    [`date.toLocaleDateString('en-US')`],
    ['count.toLocaleString()'],
    [`new Intl.Collator().compare`],
    [`new Intl.NumberFormat(undefined, { style: 'percent' })`],
    ['names.sort((a, b) => a.localeCompare(b))'],
    ['name.toLocaleLowerCase()'],
    ['Temporal.Now.plainDateISO()'],
  ])('%s', (line) => {
    expect(dependences(line)).not.toEqual([])
  })

  it.each([
    ['new Date().getUTCFullYear()'],
    ['new Date(Math.max(a, b))'],
    ['new Date(Date.UTC(2026, 0, 31))'],
    [`new Date('2026-03-10T15:00:00Z')`],
    [`new Date('2026-03-10T15:00:00-05:00')`],
    [`new Date('2026-03-10')`],
    [`Date.parse(\`\${date}T00:00:00Z\`)`],
    [`new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })`],
    [`count.toLocaleString('en-US')`],
    ['new Intl.NumberFormat(locale, { style })'],
    [`a.localeCompare(b, 'en-US')`],
    ['onChange(setDate(date))'],
  ])('%s does not', (line) => {
    expect(dependences(line)).toEqual([])
  })
})

it('no code depends on the time zone or the language of the machine', () => {
  const files = globSync(
    '{bench,conformance,db,domain,e2e,sandbox,scripts,server,testing,web}/**/*.{ts,tsx}',
    {
      cwd: root,
    },
  ).filter((file) => file !== 'scripts/checks/machine-dependence.test.ts')
  expect(files.length).toBeGreaterThan(2000)
  const found = files.flatMap((file) =>
    dependences(readFileSync(`${root}${file}`, 'utf8')).map((sentence) => ({ file, sentence })),
  )
  expect(found.filter(({ file }) => !(file in allowed))).toEqual([])
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set(Object.keys(allowed)))
})

it('tests use no browser of the machine that is not named', () => {
  const files = globSync('{bench,e2e,sandbox,scripts,server,testing}/**/*.ts', { cwd: root })
  const found = files.filter(
    (file) =>
      file !== 'scripts/checks/machine-dependence.test.ts' &&
      /chromium\.(?:launch|launchPersistentContext|launchServer)\((?!await chromiumLaunch\(\))/.test(
        readFileSync(`${root}${file}`, 'utf8'),
      ),
  )
  expect(found).toEqual([])
})
