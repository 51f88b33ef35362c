import type { BrowserContext, Page } from '@playwright/test'
import { openTestIdp, type ResponseWish, readSamlRequest } from '#testing/sign-in/saml-idp.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openHub, takeTwoSteps } from '../support/people.ts'
import { clinicOrigin, mainOrigin, serverNow } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* A clinic's identity provider. The test answers the provider's pages. The steps build on each other. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

const run = Date.now().toString(36)
const clinic = { name: `Birch House ${run}`, subdomain: `birch-house-${run}` }
const founder = { name: 'Ada Birch', email: `ada@${run}.test`, password: 'slow-copper-kite-9' }
const hub = clinicOrigin(clinic.subdomain)
const idp = openTestIdp(`birch-${run}`, {
  ssoUrl: 'http://login.birch.localhost/sso',
  productOrigin: mainOrigin,
})

let admin: Page
let colleague: Page
test.beforeAll(async ({ browser }) => {
  const fresh = () => browser.newContext({ viewport: { width: 1280, height: 900 } })
  const contexts: [BrowserContext, BrowserContext] = [await fresh(), await fresh()]
  admin = await contexts[0].newPage()
  colleague = await contexts[1].newPage()
})
test.afterAll(async () => {
  await admin.context().close()
  await colleague.context().close()
})

/** Simulates the provider's page: signs in the user of `wish` and redirects back. */
async function answerWith(page: Page, now: Date, wish: ResponseWish): Promise<void> {
  await page.route('http://login.birch.localhost/**', async (route) => {
    const request = readSamlRequest(route.request().url())
    const xml = idp.response({ clock: { now: () => now } }, request, wish)
    const fields = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState }
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
    await route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${mainOrigin}/auth/v1/sso/saml/acs">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
    })
  })
}

const settings = () => admin.getByRole('heading', { name: 'Single sign-on' })
const organization = (page: Page) => page.getByRole('button', { name: 'Sign in with your organization' })

test('the admin adds an identity provider; missing values are reported at their fields', async () => {
  await openHub(admin.context(), founder, clinic)
  await takeTwoSteps(admin.context(), founder.email, founder.password)
  await admin.goto(`${hub}/settings/security`)
  await expect(settings()).toBeVisible()
  await expect(admin.getByText(`${mainOrigin}/auth/v1/sso/saml/acs`)).toBeVisible()
  await admin.getByRole('button', { name: 'Add identity provider' }).click()
  await admin.getByRole('button', { name: 'Add provider' }).click()
  await expect(admin.getByText('Please paste the metadata of your identity provider.').first()).toBeVisible()
  await expectAccessible(admin)
  await admin.getByLabel('Name', { exact: true }).fill('Birch IT')
  await admin.getByLabel('Email domains').fill('birch.test')
  await admin.getByLabel('Metadata (XML)').fill('<nothing/>')
  await admin.getByRole('button', { name: 'Add provider' }).click()
  await expect(
    admin.getByText('This is not SAML metadata. Please paste the whole XML file.').first(),
  ).toBeVisible()
  await admin.getByLabel('Metadata (XML)').fill(idp.metadata)
  await admin.getByRole('button', { name: 'Add provider' }).click()
  await expect(admin.getByRole('list', { name: 'Identity providers' })).toContainText('birch.test')
  await expectAccessible(admin)
})

test('the domain awaits its proof, and the login page offers nothing until then', async () => {
  const domains = admin.getByRole('list', { name: 'Email domains' })
  const row = domains.getByRole('listitem').filter({ hasText: 'birch.test' }).first()
  await expect(row).toContainText('Not verified')
  await expect(row.getByText('_carefold.birch.test')).toBeVisible()
  await expect(row.getByText(/^carefold-domain=[0-9a-f]{32}$/)).toBeVisible()
  await expect(row.getByRole('button', { name: 'Copy value for birch.test' })).toBeVisible()
  await colleague.goto(`${hub}/login`)
  await expect(colleague.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(organization(colleague)).toBeHidden()

  // the journeys' server accepts .test domains as proven (SSO_TEST_DOMAINS)
  await row.getByRole('button', { name: 'Check now for birch.test' }).click()
  await expect(row).toContainText('Verified')
  await expect(row.getByText('_carefold.birch.test')).toBeHidden()
})

test('a colleague signs in with the organization and is a member', async ({ request }) => {
  const now = await serverNow(request)
  await answerWith(colleague, now, { attributes: { email: 'noor@birch.test', displayName: 'Noor Haddad' } })
  await colleague.goto(`${mainOrigin}/login`)
  await expect(colleague.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(organization(colleague)).toBeHidden()
  await colleague.goto(`${hub}/login`)
  await expect(organization(colleague)).toBeVisible()
  await expectAccessible(colleague)
  await organization(colleague).click()
  await expect(colleague.getByRole('heading', { name: `${clinic.name} Dashboard` })).toBeVisible()
  // the second step is required from the first page that needs it
  await colleague.goto(`${hub}/members`)
  await expect(colleague.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()

  await admin.goto(`${hub}/members`)
  await expect(admin.getByText('Noor Haddad')).toBeVisible()
})

test('a user from another domain sees the reason, and returns to the clinic', async ({
  browser,
  request,
}) => {
  const page = await (await browser.newContext()).newPage()
  const now = await serverNow(request)
  await answerWith(page, now, { nameId: 'eve', attributes: { email: 'eve@elsewhere.test' } })
  await page.goto(`${hub}/login`)
  await organization(page).click()
  await expect(page.getByRole('heading', { name: 'Sign-in with your organization failed' })).toBeVisible()
  await expect(
    page.getByText('Your clinic does not accept email addresses of this domain').first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL(`${hub}/login`)
  await page.context().close()
})

test('after its removal sign-in fails, and its users are signed out', async () => {
  await admin.goto(`${hub}/settings/security`)
  await admin.getByRole('button', { name: 'Remove Birch IT' }).click()
  await expect(admin.getByRole('alertdialog')).toContainText('Remove Birch IT?')
  await admin.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await expect(admin.getByText('No identity provider yet.')).toBeVisible()
  await colleague.goto(`${hub}/clinic`)
  await colleague.waitForURL(/\/login/)
  await expect(colleague.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(organization(colleague)).toBeHidden()
})
