import { carePlanPath } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { confirmItIsYou, inviteTo, openAs } from '../support/people.ts'
import { ageProofs, buttonOf, clinicOrigin, newestMail } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* The clinic's team and its rights (docs/specification.md B2.12): an admin, and a read-only member. */
const sunrise = clinicOrigin('sunrise')
const phone = { width: 390, height: 844 }

// unique addresses, so that the run can be repeated on the same server
const run = Date.now().toString(36)

const first = `first@${run}.test`
const second = `second@${run}.test`

// spec: B2.12 Team: several invitations at once, roles, and delete
test('an admin invites two people at once, changes a role and deletes them', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/settings/team', { viewport: phone })
  const list = page.getByRole('region', { name: 'Team members' })
  const row = (address: string) => list.getByRole('row').filter({ hasText: address })
  await expect(row('admin@sunrise.test')).toContainText('Owner')

  await page.getByLabel('Email', { exact: true }).fill(first)
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Staff')
  await page.getByRole('button', { name: 'Add another' }).click()
  const other = page.getByLabel('Email 2')
  await expect(other).toBeFocused()
  await other.fill(first)
  await page.getByRole('button', { name: 'Send invites' }).click()
  await expect(page.getByText('This address is already in the list.')).toBeVisible()
  await other.fill(second)
  await expect(page.getByRole('combobox', { name: 'Role 2' })).toHaveValue('read-only')
  await expectAccessible(page)
  // an unattended session must not invite to the team: one proof for both
  await ageProofs(page.request, 'admin@sunrise.test')
  await page.getByRole('button', { name: 'Send invites' }).click()
  await confirmItIsYou(page)
  await expect(page.getByText('Successfully sent 2 invitations.').first()).toBeVisible()
  await expect(row(first)).toContainText('Staff')
  await expect(row(second)).toContainText('Read only')

  await page.getByRole('button', { name: `Edit the role of ${second}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption('Admin')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText('Role changed').first()).toBeVisible()
  await expect(row(second)).toContainText('Admin')

  const all = page.getByRole('checkbox', { name: 'Select all' })
  await page.getByLabel(`Select ${first}`).check()
  await expect(all).toBeChecked({ indeterminate: true })
  await page.getByLabel(`Select ${second}`).check()
  // toasts cover the new button on phones until they are dismissed
  const toasts = page.getByRole('button', { name: shellTexts.dismiss })
  await expect(async () => {
    if ((await toasts.count()) > 0) await toasts.first().click({ timeout: 1_000 })
    await expect(toasts).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Delete 2' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('The link in the email stops working.')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('2 people were deleted from the team.').first()).toBeVisible()
  await expect(row(first)).toHaveCount(0)
  await expect(row(second)).toHaveCount(0)
  await page.context().close()
})

// spec: B6 A read-only member sees the clinic and no control that changes it
test('a read-only member sees the clinic and no control that changes it', async ({ browser }) => {
  const page = await openAs(browser, 'ruth@sunrise.test', '/clinic')
  await expect(page.getByRole('heading', { name: 'Sunrise Family Clinic Dashboard' })).toBeVisible()
  await page.goto(`${sunrise}/members`)
  await page.getByRole('main').getByLabel('Search').fill('Nora')
  await expect(page.getByText('Nora Lindqvist').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Invite/ })).toHaveCount(0)
  await page.goto(`${sunrise}/settings/profile`)
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)
  await page.goto(`${sunrise}/settings/team`)
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})

// spec: B6 The owner grants a permission set to a team member
test('the owner grants a colleague access to money and to no other page', async ({ browser, request }) => {
  const email = `books@${run}.test`
  const link = await inviteTo(request, 'sunrise', {
    email,
    role: 'member',
    name: 'Books',
  })
  const colleague = await (await browser.newContext()).newPage()
  await colleague.goto(link)
  await colleague.getByRole('button', { name: 'Open the invitation' }).click()
  await colleague.getByLabel('Password', { exact: true }).fill('quiet-river-41')
  await colleague.getByRole('button', { name: 'Set Password & Join Clinic' }).click()
  await colleague.waitForURL(`${sunrise}/clinic**`)
  await colleague.goto(`${sunrise}/settings/billing`)
  await expect(colleague.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  const page = await openAs(browser, 'admin@sunrise.test', '/settings/team', { viewport: phone })
  const row = page.getByRole('row').filter({ hasText: email })
  await page.getByRole('button', { name: 'Permissions of Books' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await dialog.getByLabel('Money').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save permissions' }).click()
  await expect(row).toContainText('Also: Money')

  await colleague.goto(`${sunrise}/clinic/money`)
  await expect(colleague.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible()
  await colleague.goto(`${sunrise}/settings`)
  const navigation = colleague.getByRole('navigation', { name: 'Settings' })
  await expect(navigation.getByRole('link', { name: 'Profile' })).toBeVisible()
  for (const name of ['Team', 'Billing', 'General'])
    await expect(navigation.getByRole('link', { name })).toHaveCount(0)
  await colleague.context().close()
})

// docs/decisions/0191
test('a bookkeeper is invited, sees Money, and no page about patients', async ({ browser, request }) => {
  const email = `bookkeeper@${run}.test`
  const page = await openAs(browser, 'admin@sunrise.test', '/settings/team', { viewport: phone })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Billing')
  await page.getByRole('button', { name: 'Send invites' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Billing')
  await page.getByRole('button', { name: `Edit the role of ${email}` }).click()
  await expect(page.getByText('No visits, messages or health data.')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()

  const books = await (await browser.newContext({ viewport: phone })).newPage()
  await books.goto(buttonOf(await newestMail(request, email, /invites you$/)))
  await books.getByRole('button', { name: 'Open the invitation' }).click()
  await books.getByLabel('Password', { exact: true }).fill('quiet-river-41')
  await books.getByRole('button', { name: 'Set Password & Join Clinic' }).click()
  await books.waitForURL(`${sunrise}/clinic/money`)
  const main = books.getByRole('main')
  await books.goto(`${sunrise}/clinic`)
  await expect(main.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible()
  await expect(main.getByText('Revenue this month')).toBeVisible()
  await expect(main.getByRole('tab', { name: 'Set-up' })).toHaveCount(0)
  await main.getByRole('tab', { name: 'Payments' }).click()
  await expect(main.getByText('Nora Lindqvist').first()).toBeVisible()
  await expectAccessible(books)
  for (const path of [carePlanPath(crypto.randomUUID()), '/appointments', '/messages', '/members']) {
    await books.goto(`${sunrise}${path}`)
    await expect(books.getByText("You don't have permission to access this page.")).toBeVisible()
  }
  // a phone has no list of areas
  await books.setViewportSize({ width: 1280, height: 800 })
  await books.goto(`${sunrise}/clinic/money`)
  const areas = books.getByRole('navigation', { name: 'Main' })
  await expect(areas.getByRole('link')).toHaveText(['Money', 'Settings'])
  await books.goto(`${sunrise}/settings`)
  const navigation = books.getByRole('navigation', { name: 'Settings' })
  await expect(navigation.getByRole('link')).toHaveText(['Profile', 'Security'])
  await books.context().close()
})
