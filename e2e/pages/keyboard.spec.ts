import { tabTo, typeInto } from '../support/keys.ts'
import { clinicOrigin, demoPassword, mainOrigin } from '../support/product.ts'
import { codeMailedTo } from '../support/sign-up.ts'
import { expect, test } from '../support/test.ts'

/* The main job by keyboard alone: every control is reached by Tab and shows its focus. */
const sunrise = clinicOrigin('sunrise')
const run = Date.now().toString(36)

test('a patient joins, pays and finds their invoice without a mouse', async ({ page }) => {
  await page.goto(`${sunrise}/join`)
  await expect(page.getByRole('heading', { name: 'Join Sunrise Family Clinic' })).toBeVisible()
  await typeInto(page, /^Full Name/, 'Keya Board')
  await typeInto(page, /^Email/, `keys@${run}.test`)
  await typeInto(page, /^Password/, 'quiet-river-41')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${sunrise}/home`)

  await page.goto(`${sunrise}/join/plan`)
  await expect(page.getByRole('heading', { name: /Choose your plan/ })).toBeVisible()
  await tabTo(page, /^Join this plan/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await tabTo(page, /^Later$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
  await tabTo(page, /^I have read this agreement/)
  await page.keyboard.press('Space')
  await typeInto(page, /^Your full name, as your signature/, 'Kay Board')
  await tabTo(page, /^Continue to payment/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sandbox\/stripe\//)
  await typeInto(page, /^Card number/, '4242424242424242')
  await typeInto(page, /^Expiry/, '12 / 34')
  await typeInto(page, /^CVC/, '123')
  await typeInto(page, /^Name on card/, 'Keya Board')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/home' || url.pathname === '/join/confirming')
})

test('an admin reaches plans and members, opens a menu and leaves it with Escape, without a mouse', async ({
  page,
}) => {
  await page.goto(`${sunrise}/login`)
  await expect(page.getByLabel('Email')).toBeVisible()
  await typeInto(page, /^Email/, 'admin@sunrise.test')
  await typeInto(page, /^Password/, demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/clinic/)
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible()
  await tabTo(page, /^Plans$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible()
  await tabTo(page, /^Members$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Clinic Members' })).toBeVisible()
  await tabTo(page, /^Invite Members$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Invite Members' }).first()).toBeFocused()
})

test('a founder opens a hub from the landing page without a mouse', async ({ page, request }) => {
  const email = `stranger@${run}.test`
  await page.goto(mainOrigin)
  await tabTo(page, /^Pricing$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${mainOrigin}/pricing`)
  await tabTo(page, /^(Get Started|Start|Sign Up|Subscribe|Choose)/i)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sign-up/)
  await expect(page.getByLabel('Clinic Name')).toBeVisible()
  await typeInto(page, /^Name/, 'Sam Stranger')
  await typeInto(page, /^Email/, email)
  await typeInto(page, /^Password/, 'quiet-river-41')
  await typeInto(page, /^Clinic Name/, `Stranger ${run}`)
  await expect(page.getByText('This address is available.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const code = await codeMailedTo(request, email)
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL(
    (url) => url.pathname.startsWith('/sandbox/stripe') || url.hostname.startsWith('stranger-'),
  )
  await page.goto(`${clinicOrigin(`stranger-${run}`)}/clinic`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
