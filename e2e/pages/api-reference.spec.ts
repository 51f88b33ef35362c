import { expectAccessible } from '../support/accessibility.ts'
import { clinicOrigin, mainOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('a developer reads how to call a function, and loads the OpenAPI document', async ({
  page,
  request,
}) => {
  await page.goto(mainOrigin)
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carefold API' })).toBeVisible()
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.getByRole('link', { name: 'appointments', exact: true }).click()
  const booking = page.locator('#book-appointment')
  await booking.locator('summary').press('Enter')
  await expect(booking.getByText('appointmentType')).toBeVisible()
  await expect(booking.getByText('409 time_taken')).toBeVisible()
  await expectAccessible(page)

  const openApi = await request.get(`${serverAddress}/docs/api/openapi.json`)
  expect(await openApi.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: mainOrigin }] })
  await page.goto(`${clinicOrigin('sunrise')}/docs/api`)
  await page.waitForURL(`${mainOrigin}/docs/api`)
})
