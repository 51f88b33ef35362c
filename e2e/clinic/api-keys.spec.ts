import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* An admin connects a program by an API key, which reads FHIR until it is revoked (docs/decisions/0215). */
const run = Date.now().toString(36)
const { host } = new URL(clinicOrigin('sunrise'))

test('an API key reads patients until it is revoked', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/settings/integrations', {
    viewport: { width: 390, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const name = `Population ${run}`
  const card = page.getByRole('region', { name: 'API keys' })
  await card.getByRole('button', { name: 'Create an API key' }).click()
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.getByRole('button', { name: 'Create the key' }).click()
  await expect(form.getByText('Enter the name of the program.')).toBeVisible()
  await expect(form.getByText('Choose at least one.')).toBeVisible()
  await form.getByLabel('Name of the program').fill(name)
  await form.getByLabel('Patients: names, addresses, birthdays').check()
  await form.getByLabel('With its own key pair (SMART Backend Services)').check()
  await form.getByLabel('Public keys (JWKS)').fill('ssh-rsa AAAA')
  await form.getByRole('button', { name: 'Create the key' }).click()
  await expect(form.getByText('This is not a JSON Web Key Set.')).toBeVisible()
  await expectAccessible(page)
  // closing asks first
  await page.keyboard.press('Escape')
  const lost = page.getByRole('alertdialog')
  await lost.getByRole('button', { name: 'Continue' }).click()
  await form.getByLabel('With a secret').check()
  await form.getByRole('button', { name: 'Create the key' }).click()

  const result = page.getByRole('dialog', { name: 'API key created' })
  const secret = await result.locator('code').innerText()
  expect(secret).toMatch(/^cfk_[\w-]{43}$/)
  await result.getByRole('button', { name: 'Copy the secret' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await result.getByRole('button', { name: 'I have copied the secret' }).click()
  await expect(result).toBeHidden()

  const read = (path: string) =>
    page.request.get(`${serverAddress}/fhir/r4/${path}`, {
      headers: { host, authorization: `Bearer ${secret}` },
    })
  const bundle = await (await read('Patient?_count=2')).json()
  expect(bundle.entry).toHaveLength(2)
  expect((await read('Appointment')).status()).toBe(403)

  await page.reload()
  const row = card.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('last used')
  await expect(page.getByText(secret)).toHaveCount(0)
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Revoke “${name}”?` })
  await question.getByRole('button', { name: 'Keep the key' }).click()
  expect((await read('Patient?_count=2')).status()).toBe(200)
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await question.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row).toHaveCount(0)
  expect((await read('Patient?_count=2')).status()).toBe(401)

  await page.goto(`${clinicOrigin('sunrise')}/clinic/activity`)
  await expect(page.getByText(`API key ${name} revoked`)).toBeVisible()
  await page.context().close()
})
