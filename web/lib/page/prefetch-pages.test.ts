import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Clinic } from '../clinic/current-clinic.ts'
import { registerPage } from './page-loads.ts'
import { prefetchPages } from './prefetch-pages.ts'

vi.mock('./page-chunks.ts', () => ({ loadPart: (load: () => Promise<unknown>) => load() }))

class FakeLink {
  readonly href: string
  readonly origin: string
  readonly pathname: string

  constructor(href: string) {
    const { origin, pathname } = new URL(href)
    this.href = href
    this.origin = origin
    this.pathname = pathname
  }

  closest() {
    return this
  }
}

const here = 'https://sunrise.carefold.test'
const clinic = { id: 'c1', subdomain: 'sunrise' } as Clinic
let page: EventTarget
const firstReads = vi.fn<(clinic: Clinic) => void>()
const load = vi.fn(async () => ({ default: Object.assign(() => null, { firstReads }) }))

beforeEach(() => {
  vi.clearAllMocks()
  page = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('Element', FakeLink)
  vi.stubGlobal('location', new URL(`${here}/clinic`))
})
afterEach(() => vi.unstubAllGlobals())

function start(clinicHere: () => Clinic | null = () => clinic) {
  const lazy = async () => ({})
  registerPage(lazy, load)
  return prefetchPages([{ path: '/clinic/plans', lazy }], clinicHere)
}

async function touch(kind: string, href: string): Promise<void> {
  const event = new Event(kind)
  Object.defineProperty(event, 'target', { value: new FakeLink(href) })
  page.dispatchEvent(event)
  await Promise.resolve()
  await Promise.resolve()
}

it.each(['pointerover', 'focusin', 'touchstart'])('%s loads code and first reads once', async (kind) => {
  start()
  await touch(kind, `${here}/clinic/plans`)
  await touch(kind, `${here}/clinic/plans`)
  expect(load).toHaveBeenCalledOnce()
  expect(firstReads).toHaveBeenCalledExactlyOnceWith(clinic)
})

it('reads nothing without a signed-in user’s clinic', async () => {
  start(() => null)
  await touch('pointerover', `${here}/clinic/plans`)
  expect(load).toHaveBeenCalledOnce()
  expect(firstReads).not.toHaveBeenCalled()
})

it('ignores other sites and the current page', async () => {
  start()
  await touch('pointerover', 'https://other.test/clinic/plans')
  await touch('pointerover', `${here}/clinic`)
  expect(load).not.toHaveBeenCalled()
})

it('tries again after a failure', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  start()
  await touch('pointerover', `${here}/clinic/plans`)
  await vi.waitFor(async () => {
    await touch('pointerover', `${here}/clinic/plans`)
    expect(firstReads).toHaveBeenCalledOnce()
  })
})

it('stops', async () => {
  start()()
  await touch('pointerover', `${here}/clinic/plans`)
  expect(load).not.toHaveBeenCalled()
})
