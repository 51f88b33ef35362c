import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import type { Transactions } from '../platform/database/transactions.ts'
import { fillSettings, type PageClinic } from '../platform/http/web-assets.ts'
import { createPageClinics, movedPage } from './page-clinics.ts'

const appDomain = 'carefold.localhost'
const now = () => test.clock.now()
const addressOf = (subdomain: string) => new URL(`http://${subdomain}.${appDomain}/home`)

const { test, clinic } = await setUpClinic()

it('pages of a clinic’s address contain its name and color, and no other pages do', async () => {
  const clinicOf = createPageClinics(test.services.transactions, appDomain, now)
  const found = await clinicOf(addressOf(clinic.subdomain))
  const face = { subdomain: clinic.subdomain, name: clinic.name, color: 'evergreen' }
  expect(found).toEqual({ ...face, logoId: null, brand: null })
  expect(await clinicOf(new URL(`http://localhost/?c=${clinic.subdomain}`))).toEqual(found)
  expect(await clinicOf(new URL(`http://${appDomain}/`))).toBeNull()
  expect(await clinicOf(addressOf('nobody-here'))).toBeNull()
})

it('a former address redirects to the current one while it is reserved', async () => {
  const mover = await aClinic(test.db)
  const old = `old-${mover.subdomain}`
  await test.db.asOwner('insert into released_subdomains values ($1, $2, $3)', [old, mover.id, now()])
  const clinicOf = createPageClinics(test.services.transactions, appDomain, now)
  const origin = (subdomain: string) => `https://${subdomain}.${appDomain}:8443`
  const leadsTo = async (address: string) => {
    const url = new URL(address)
    return movedPage(url, (await clinicOf(url)) as PageClinic | null, appDomain, origin)
  }
  expect(await leadsTo(`http://${old}.${appDomain}/join/plan?plan=7`)).toBe(
    `https://${mover.subdomain}.${appDomain}:8443/join/plan?plan=7`,
  )
  expect(await leadsTo(`http://localhost/home?c=${old}`)).toBe(`/home?c=${mover.subdomain}`)
  expect(await leadsTo(`http://${mover.subdomain}.${appDomain}/home`)).toBeNull()
  expect(await leadsTo(`http://${appDomain}/pricing`)).toBeNull()

  await test.db.asOwner('delete from released_subdomains where subdomain = $1', [old])
  await test.db.asOwner('insert into released_subdomains values ($1, $2, $3)', [
    mover.subdomain,
    mover.id,
    now(),
  ])
  await test.db.asOwner('update clinics set subdomain = $1 where id = $2', [old, mover.id])
  expect(await leadsTo(`http://${old}.${appDomain}/home`)).toBeNull()

  test.clock.advance('P181D')
  const later = createPageClinics(test.services.transactions, appDomain, now)
  expect(await later(addressOf(mover.subdomain))).toBeNull()
})

it('pages are served without it while the database does not answer', async () => {
  const stuck = { withActor: () => new Promise(() => {}) } as unknown as Transactions
  expect(await createPageClinics(stuck, appDomain, now)(addressOf(clinic.subdomain))).toBe('unanswered')
  const broken = { withActor: async () => Promise.reject(new Error('down')) } as unknown as Transactions
  expect(await createPageClinics(broken, appDomain, now)(addressOf(clinic.subdomain))).toBe('unanswered')
})

it('many simultaneous pages cause few queries at a time', async () => {
  let asked = 0
  const stuck = {
    withActor: () => {
      asked++
      return new Promise(() => {})
    },
  } as unknown as Transactions
  const clinicOf = createPageClinics(stuck, appDomain, now)
  await Promise.all(Array.from({ length: 30 }, (_, index) => clinicOf(addressOf(`clinic-${index}`))))
  expect(asked).toBe(4)
})

it('a name cannot break out of its attribute', () => {
  const settings = {
    appDomain,
    mainOrigin: `http://${appDomain}`,
    productName: 'Carefold',
    publishableKey: 'sb_publishable_x',
    sandbox: true,
    videoProviders: [],
    importsGoogleSlides: false,
    hasGoogle: false,
    slideFrames: [],
  }
  const name = `"><script>alert(1)</script> & $& $'`
  const html = fillSettings('<meta content="%CAREFOLD_CONFIG%">', settings, {
    subdomain: 'x',
    name,
    color: 'plum',
    logoId: null,
    brand: null,
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

it('the page carries the product’s time, and none while developing', async () => {
  const filled = (now?: Date) =>
    fillSettings('%CAREFOLD_CONFIG%', {
      ...{
        appDomain,
        mainOrigin: `http://${appDomain}`,
        productName: 'Carefold',
        publishableKey: 'sb_publishable_x',
      },
      ...{ sandbox: true, videoProviders: [], importsGoogleSlides: false, hasGoogle: false, slideFrames: [] },
      ...(now && { now }),
    })
  expect(filled(new Date('2027-03-04T05:06:07Z'))).toContain(
    '&quot;now&quot;:&quot;2027-03-04T05:06:07.000Z&quot;',
  )
  expect(filled()).not.toContain('&quot;now&quot;')
})

it('white labeling: the page names the clinic only', () => {
  const html =
    '<head><title>Carefold</title><link rel="icon" href="/favicon.svg" /><link rel="manifest" href="/m" /></head>'
  const settings = {
    appDomain,
    mainOrigin: `http://${appDomain}`,
    productName: 'Carefold',
    publishableKey: 'sb_publishable_x',
    sandbox: true,
  }
  const filled = (hidesCarefold: boolean) =>
    fillSettings(
      html,
      { ...settings, videoProviders: [], importsGoogleSlides: false, hasGoogle: false, slideFrames: [] },
      {
        subdomain: 'x',
        name: 'X Clinic',
        color: 'plum',
        logoId: null,
        brand: { shades: null, hidesCarefold },
      },
    )
  expect(filled(true)).toBe('<head><title>X Clinic</title><link rel="icon" href="data:," />\n</head>')
  expect(filled(false)).toBe(html)
})
