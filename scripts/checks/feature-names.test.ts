import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const screensWithoutDomain = ['shell']
/** Their rules are SQL, Stripe or time, and nothing is shared with the browser. */
const serverOnly = ['audit', 'ledger', 'stripe-sync']
/** Texts of several features, of the auth service's mails, and of the clinic's pages of a feature that patients use too. */
const sharedTexts = [
  'auth-mails',
  'auth-sms',
  'clinic-invoices',
  'components',
  'desk-visit-fees',
  'desk-waitlist',
  'errors',
  'failures',
  'invoiced-plans',
  'own-appointments',
  'plan-standing',
  'scheduling',
  'settings',
  'shell',
  'visit-mails',
]

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
  'node-of-clinic',
  'nodes',
  'tenant-escape',
  'trigger-checks',
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
