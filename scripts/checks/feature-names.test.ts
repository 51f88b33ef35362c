import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const screensWithoutDomain = ['shell']
/** Their rules are SQL, Stripe or time, and nothing is shared with the browser. */
const serverOnly = ['audit', 'ledger', 'stripe-sync']
/** Texts of several features, and of the auth service's mails. */
const sharedTexts = ['auth-mails', 'auth-sms', 'components', 'errors', 'settings', 'shell']

const names = (folder: string) =>
  readdirSync(`${root}${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'texts')
    .map(({ name }) => name)
const schemaTests = [
  'catalog',
  'catalog-checks',
  'copied-columns',
  'distribution',
  'money-rows',
  'tenant-escape',
]
const schemaTestNames = readdirSync(`${root}db/tests`).map((name) => name.replace(/(\.test)?\.ts$/, ''))
const domain = names('domain')
const texts = readdirSync(`${root}domain/texts`).map((file) => file.replace(/\.ts$/, ''))

test.each([
  ['web/features', screensWithoutDomain],
  ['server/features', serverOnly],
])('each folder of %s is named after a feature in domain/', (folder, exceptions) => {
  expect(names(folder).filter((name) => !domain.includes(name))).toEqual(exceptions)
})

test('the tests of a table are named after its feature', () => {
  expect(schemaTestNames.filter((name) => !domain.includes(name)).sort()).toEqual(schemaTests)
})

test('a text file is named after its feature', () => {
  expect(texts.filter((name) => !domain.includes(name))).toEqual(sharedTexts)
})
