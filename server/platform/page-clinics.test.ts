import { afterAll, beforeAll, expect, it } from 'vitest'
import { aClinic, type TestClinic } from '#testing/people.ts'
import { openTestServices, type TestServices } from '#testing/services.ts'
import type { Transactions } from './database/transactions.ts'
import { fillSettings } from './http/web-assets.ts'
import { createPageClinics } from './page-clinics.ts'

const appDomain = 'carefold.localhost'
const addressOf = (subdomain: string) => new URL(`http://${subdomain}.${appDomain}/home`)

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
})
afterAll(() => test.close())

it('the page of a clinic’s address carries its name and color, and no other page does', async () => {
  const clinicOf = createPageClinics(test.services.transactions, appDomain)
  const found = await clinicOf(addressOf(clinic.subdomain))
  expect(found).toEqual({ subdomain: clinic.subdomain, name: clinic.name, color: 'evergreen' })
  expect(await clinicOf(new URL(`http://localhost/?c=${clinic.subdomain}`))).toEqual(found)
  expect(await clinicOf(new URL(`http://${appDomain}/`))).toBeNull()
  expect(await clinicOf(addressOf('nobody-here'))).toBeNull()
})

it('pages are served without it while the database does not answer', async () => {
  const stuck = { withActor: () => new Promise(() => {}) } as unknown as Transactions
  expect(await createPageClinics(stuck, appDomain)(addressOf(clinic.subdomain))).toBeNull()
  const broken = { withActor: async () => Promise.reject(new Error('down')) } as unknown as Transactions
  expect(await createPageClinics(broken, appDomain)(addressOf(clinic.subdomain))).toBeNull()
})

it('a flood of pages asks the database only a few questions at a time', async () => {
  let asked = 0
  const stuck = {
    withActor: () => {
      asked++
      return new Promise(() => {})
    },
  } as unknown as Transactions
  const clinicOf = createPageClinics(stuck, appDomain)
  await Promise.all(Array.from({ length: 30 }, (_, index) => clinicOf(addressOf(`clinic-${index}`))))
  expect(asked).toBe(4)
})

it('a name cannot leave the attribute it is written to', () => {
  const settings = { appDomain, mainOrigin: `http://${appDomain}`, productName: 'Carefold', sandbox: true }
  const name = `"><script>alert(1)</script> & $& $'`
  const html = fillSettings('<meta content="%CAREFOLD_CONFIG%">', settings, {
    subdomain: 'x',
    name,
    color: 'plum',
  })
  expect(html.match(/"/g)).toHaveLength(2)
  expect(html).not.toContain('<script>')
  const json = html
    .slice('<meta content="'.length, -2)
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
  expect(JSON.parse(json).clinic.name).toBe(name)
})
