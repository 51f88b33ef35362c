import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { addressOf, everyPage } from './support/every-page.ts'
import { expectStatesInForcedColors } from './support/forced-colors.ts'
import { operatorAnswers } from './support/operator-answers.ts'
import { signInProfile } from './support/people.ts'
import { expectLoaded } from './support/product.ts'
import { finderFor } from './support/stored-text-pages.ts'
import { expect, test } from './support/test.ts'

/*
 * Every page of the router, with each of its tabs, fits a phone, a desktop and its zoom of 200 %, is
 * accessible in both themes, and shows its states in forced colors. Other
 * journeys check states without a URL, such as dialogs and errors, at one width and in one theme.
 */
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }
/** A desktop at 200 %. */
const zoomed = { width: 640, height: 450 }
const pages = everyPage()
/** A page with five tabs takes half a minute on a busy machine. */
const mostOfATour = 15
test.setTimeout(300_000)

const tours = (['visitor', 'patient', 'beatrice', 'admin'] as const).flatMap((reader) => {
  const own = pages.filter((one) => one.reader === reader)
  const count = Math.ceil(own.length / mostOfATour)
  return Array.from({ length: count }, (_, part) => ({
    reader,
    part: part + 1,
    seen: own.slice(part * mostOfATour, (part + 1) * mostOfATour),
  }))
})

// spec: A2 Every public page fits the width and is accessible
// spec: B2.2 The landing page of the product fits phone and desktop
for (const { reader, part, seen } of tours)
  test(`every page of ${reader} fits and is accessible, part ${part}`, async ({ browser, request }) => {
    const context = await browser.newContext({ viewport: desk })
    if (reader !== 'visitor') await signInProfile(context, `${reader}@sunrise.test`)
    for (const [path, answer] of Object.entries(operatorAnswers))
      await context.route(`**${path}`, (route) => route.fulfill({ json: answer }))
    const page = await context.newPage()
    const find = reader === 'visitor' ? undefined : await finderFor(request, reader)
    for (const each of seen) {
      await test.step(each.name, async () => {
        await page.goto(await addressOf(each, find))
        await expectLoaded(page)
        await expectFittingAndAccessible(page)
        for (const tab of await page.getByRole('main').getByRole('tab', { selected: false }).all()) {
          await tab.click()
          await expectLoaded(page)
          await expectFittingAndAccessible(page)
        }
      })
    }
    await context.close()
  })

/** Checks contrast on a dark desktop and on a light phone, everything else at both widths. */
async function expectFittingAndAccessible(page: Page): Promise<void> {
  await expectFitting(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectFitting(page)
  // a button half under the sticky header counts as too small
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page)
  await page.setViewportSize(zoomed)
  await expectFitting(page)
  await expectStatesInForcedColors(page)
  await page.setViewportSize(desk)
}

async function expectFitting(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${page.url()} at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0)
}
