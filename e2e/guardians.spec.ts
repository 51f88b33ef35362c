import { expectAccessible } from './support/accessibility.ts'
import { confirmItIsYou, openAs, sessionOf } from './support/people.ts'
import { ageProofs, buttonOf, newestMail, serverAddress } from './support/product.ts'
import { expect, test } from './support/test.ts'

test('a guardian is added, accepts, reads and books on the child’s page, and is removed', async ({
  browser,
  request,
}) => {
  const run = Date.now().toString(36)
  const [name, email] = [`Grace Keeper ${run}`, `grace.${run}@example.test`]

  const { access_token: token } = await sessionOf(request, 'staff@sunrise.test')
  const found = await request.get(`${serverAddress}/rest/v1/patients?full_name=eq.Theo Marlowe&select=id`, {
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
  })
  const [child] = (await found.json()) as { id: string }[]
  const desk = await openAs(browser, 'staff@sunrise.test', `/members/${child?.id}`)
  await desk.getByRole('button', { name: 'Show guardians' }).click()
  await desk.getByRole('button', { name: 'Add guardian' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Add a guardian' })
  await dialog.getByLabel('Full name').fill(name)
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Offer access' }).click()
  await expect(dialog.getByText('Please enter who agreed, and how you know.').first()).toBeVisible()
  await dialog.getByLabel('Agreed by').fill('Both parents, in the practice')
  // full access requires a fresh proof
  await ageProofs(desk.request, 'staff@sunrise.test')
  await dialog.getByRole('button', { name: 'Offer access' }).click()
  await confirmItIsYou(desk)
  await expect(desk.getByText('Access offered')).toBeVisible()
  await expectAccessible(desk)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const mail = await newestMail(request, email, /offers you access/)
  expect(JSON.stringify(mail)).not.toContain('Theo')
  await page.goto(buttonOf(mail))
  await page.getByRole('button', { name: 'Open the invitation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People you look after' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept access to the record of Theo Marlowe' }).click()
  await page.getByRole('link', { name: 'Open record of Theo Marlowe' }).click()
  const banner = page.getByRole('region', { name: 'You are viewing Theo Marlowe’s record' })
  await expect(banner).toBeVisible()
  await expect(page).toHaveURL(/\/family\/[0-9a-f-]{36}$/)
  await page.getByLabel('Your message').fill('Theo has a cough since Sunday.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('list', { name: /^Messages with/ }).getByText('Theo has a cough')).toBeVisible()
  await page.getByRole('button', { name: 'Book a visit' }).first().click()
  await expect(page.getByRole('heading', { name: 'Book a visit' })).toBeVisible()
  await expect(banner).toBeInViewport()

  await desk.reload()
  await desk.getByRole('button', { name: 'Show guardians' }).click()
  await desk.getByRole('button', { name: `End access of ${name}` }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click()
  await expect(desk.getByText('Access ended')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'You cannot open this record' })).toBeVisible()
  await expect(page.getByText('Theo has a cough')).toHaveCount(0)
  await context.close()
})
