import type { Page, Request } from '@playwright/test'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openHub, takeTwoSteps } from '../support/people.ts'
import { clinicOrigin, expectLoaded, mainOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import { setUpTwoSteps } from '../support/two-factor.ts'

/*
 * A session loses its second step while a page is open: the admin's next action is refused, asks for the second step,
 * and returns to the page (docs/threats.md T18). The steps build on each other.
 */
test.describe.configure({ mode: 'serial' })
// each case sets the second step up again
test.setTimeout(180_000)

const run = Date.now().toString(36)
const clinic = { name: `Still Pond ${run}`, subdomain: `still-pond-${run}` }
const founder = { name: 'Ines Moreau', email: `ines@pond-${run}.test`, password: 'slow-copper-kite-9' }
const hub = clinicOrigin(clinic.subdomain)
const idp = openTestIdp(`pond-${run}`, {
  ssoUrl: 'http://login.pond.localhost/sso',
  productOrigin: mainOrigin,
})

let page: Page
let bearer = ''
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  page.setDefaultTimeout(10_000)
  page.on('request', (request: Request) => {
    bearer = request.headers().authorization ?? bearer
  })
})
test.afterAll(() => page.context().close())

const setUp = () => page.getByRole('heading', { name: 'Set up two-step sign-in' })

/** Removes the user's only second step, as from another device. */
async function loseTheSecondStep(): Promise<void> {
  const left = await page.evaluate(async (authorization) => {
    const headers = { authorization }
    const { factors } = await (await fetch('/auth/v1/user', { headers })).json()
    for (const { id, factor_type } of factors) {
      if (factor_type !== 'recovery_code')
        await fetch(`/auth/v1/factors/${id}`, { method: 'DELETE', headers })
    }
    return (await (await fetch('/auth/v1/user', { headers })).json()).factors ?? []
  }, bearer)
  expect(left).toEqual([])
}

async function invite(item: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
}

test('an admin with the second step invites a colleague', async () => {
  await openHub(page.context(), founder, clinic)
  await takeTwoSteps(page.context(), founder.email, founder.password)
  await page.goto(`${hub}/members`)
  await invite('Invite Members', `first@${run}.test`)
  await expect(page.getByText(`first@${run}.test`).first()).toBeVisible()
})

const actions: [name: string, path: string, act: () => Promise<void>][] = [
  ['an invitation', '/members', () => invite('Invite Members', `second@${run}.test`)],
  [
    'Resend Invitation',
    '/members',
    async () => {
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Resend Invitation' }).click()
    },
  ],
  [
    'the payout account',
    '/clinic/money',
    async () => {
      await page.getByRole('tab', { name: 'Set-up' }).click()
      await page.getByRole('button', { name: 'Connect payout account' }).first().click()
    },
  ],
  [
    'the clinic’s sign-in rule',
    '/settings/security',
    async () => {
      await page.getByRole('checkbox', { name: 'Require two-step sign-in' }).click()
      await page.getByRole('button', { name: 'Stop requiring it' }).click()
    },
  ],
  [
    'an identity provider',
    '/settings/security',
    async () => {
      await page.getByRole('button', { name: 'Add identity provider' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Pond IT')
      await page.getByLabel('Email domains').fill('pond.test')
      await page.getByLabel('Metadata (XML)').fill(idp.metadata)
      await page.getByRole('button', { name: 'Add provider' }).click()
    },
  ],
  [
    'a colleague’s role',
    '/settings/team',
    async () => {
      await page
        .getByRole('button', { name: /^Edit the role of / })
        .first()
        .click()
      // not the present role, which saves nothing
      await page.getByRole('dialog').getByLabel('Role').selectOption('Staff')
      await page.getByRole('button', { name: 'Save role' }).click()
    },
  ],
  [
    'a revoked invitation',
    '/members',
    async () => {
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    },
  ],
  [
    'a subscription to Carefold',
    '/pricing',
    () => page.getByRole('button', { name: 'Subscribe' }).first().click(),
  ],
]

for (const [name, path, act] of actions) {
  test(`${name}: refused without the second step, then completed with it`, async () => {
    await page.goto(`${hub}${path}`)
    await expectLoaded(page)
    await loseTheSecondStep()
    // a read of the open page may be refused first and show the screen
    await act().catch(async (error) => {
      if (!(await setUp().isVisible())) throw error
    })
    await expect(setUp()).toBeVisible()
    // all cases show the same screen
    if (path === '/members') await expectAccessible(page)
    await setUpTwoSteps(page)
    // the URL's query reopens a dialog
    await expect(page).toHaveURL(({ origin, pathname }) => `${origin}${pathname}` === `${hub}${path}`)
    await expect(setUp()).toBeHidden()
    if (name !== 'an identity provider') return
    await page.getByRole('button', { name: 'Add identity provider' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pond IT')
    await expect(page.getByLabel('Metadata (XML)')).toHaveValue(idp.metadata)
  })
}
