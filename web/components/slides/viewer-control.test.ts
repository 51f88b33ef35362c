import { beforeEach, describe, expect, it } from 'vitest'
import {
  createViewerControl,
  dotsOf,
  showsSideButtons,
  showsStrip,
  stripScroll,
  type ViewerState,
} from './viewer-control.ts'

let now: number
let waits: { run(): void; at: number }[]
let shown: ViewerState[]
let closed: number
beforeEach(() => {
  now = 10_000
  waits = []
  shown = []
  closed = 0
})

function pass(ms: number): void {
  now += ms
  for (const one of waits.filter(({ at }) => at <= now)) {
    waits = waits.filter((each) => each !== one)
    one.run()
  }
}

const open = (
  options: { total?: number; start?: number; hasPointer?: boolean; reducesMotion?: boolean } = {},
) => {
  const control = createViewerControl({
    total: 5,
    start: 0,
    hasPointer: false,
    reducesMotion: false,
    ...options,
    now: () => now,
    wait(run, delayMs) {
      const one = { run, at: now + delayMs }
      waits.push(one)
      return () => {
        waits = waits.filter((each) => each !== one)
      }
    },
    onChange: (state) => shown.push(state),
    onClose: () => {
      closed += 1
    },
  })
  control.open()
  return control
}

describe('keys', () => {
  // spec: B2.14 Arrows, space, Home and End turn the slides, and the ends wrap
  // spec: B4 The index of the viewer wraps
  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowDown', 2, 3],
    [' ', 2, 3],
    ['ArrowLeft', 2, 1],
    ['ArrowUp', 2, 1],
    ['Home', 2, 0],
    ['End', 2, 4],
    ['ArrowRight', 4, 0],
    ['ArrowLeft', 0, 4],
  ])('%j from %i leads to %i', (key, start, index) => {
    const viewer = open({ start })
    expect(viewer.key(key, false)).toBe(true)
    expect(viewer.state().index).toBe(index)
  })

  // spec: B2.14 Escape closes the viewer
  it('Escape closes, even right after another key', () => {
    const viewer = open()
    viewer.key('ArrowRight', false)
    expect(viewer.key('Escape', false)).toBe(true)
    expect(closed).toBe(1)
  })

  it('leaves other keys to the browser', () => {
    const viewer = open({ start: 2 })
    for (const key of ['a', 'Tab', 'Enter', 'PageDown']) expect(viewer.key(key, false)).toBe(false)
    expect(viewer.state().index).toBe(2)
  })

  it('space on a button presses the button', () => {
    const viewer = open()
    expect(viewer.key(' ', true)).toBe(false)
    expect(viewer.state().index).toBe(0)
    viewer.key('ArrowRight', true)
    expect(viewer.state().index).toBe(1)
  })

  // spec: B2.14 A key counts once in 300 ms
  // spec: B9 Keys are debounced by 300 ms
  it('counts a key once in 300 ms', () => {
    const viewer = open()
    viewer.key('ArrowRight', false)
    pass(299)
    expect(viewer.key('ArrowRight', false)).toBe(true)
    expect(viewer.state().index).toBe(1)
    pass(1)
    viewer.key('ArrowRight', false)
    expect(viewer.state().index).toBe(2)
  })
})

const oneFinger = { isScrolling: false, fingers: 1, isEnlarged: false }

describe('pointer', () => {
  // spec: B2.14 A double click shows the next slide
  it('a double click shows the next slide', () => {
    const viewer = open({ start: 4 })
    viewer.doubleClick()
    expect(viewer.state().index).toBe(0)
  })

  // spec: B2.14 A horizontal swipe over 50 px, and more than its vertical part, turns the slide
  // spec: B9 The swipe threshold is 50 px
  it.each([
    ['to the left', { x: 100, y: 100 }, { x: 49, y: 100 }, 3],
    ['to the right', { x: 100, y: 100 }, { x: 151, y: 100 }, 1],
    ['of 50 px exactly', { x: 100, y: 100 }, { x: 50, y: 100 }, 2],
    ['more down than across', { x: 100, y: 100 }, { x: 40, y: 170 }, 2],
    ['as far down as across', { x: 100, y: 100 }, { x: 40, y: 160 }, 2],
    ['across and a little down', { x: 100, y: 100 }, { x: 40, y: 140 }, 3],
  ])('a swipe %s', (_name, from, to, index) => {
    const viewer = open({ start: 2 })
    viewer.touchStart(from, oneFinger)
    viewer.touchEnd(to)
    expect(viewer.state().index).toBe(index)
  })

  it('scrolling the thumbnails turns no slide, and shows the controls', () => {
    const viewer = open({ start: 2, hasPointer: true })
    // the browser took over the touch to scroll the page
    viewer.touchStart({ x: 300, y: 100 }, oneFinger)
    pass(3_000)
    viewer.touchStart({ x: 300, y: 700 }, { ...oneFinger, isScrolling: true })
    expect(viewer.state().areControlsShown).toBe(true)
    viewer.touchEnd({ x: 100, y: 700 })
    expect(viewer.state().index).toBe(2)
  })

  it('two fingers zoom the page and turn no slide when lifted', () => {
    const viewer = open({ start: 2 })
    viewer.touchStart({ x: 300, y: 100 }, oneFinger)
    viewer.touchStart({ x: 200, y: 100 }, { ...oneFinger, fingers: 2 })
    viewer.touchEnd({ x: 100, y: 100 })
    viewer.touchEnd({ x: 380, y: 100 })
    expect(viewer.state().index).toBe(2)
  })

  it('a finger pans the zoomed page', () => {
    const viewer = open({ start: 2 })
    viewer.touchStart({ x: 300, y: 100 }, { ...oneFinger, isEnlarged: true })
    viewer.touchEnd({ x: 100, y: 100 })
    expect(viewer.state().index).toBe(2)
  })

  it('a touch that the browser took is no swipe', () => {
    const viewer = open({ start: 2 })
    viewer.touchStart({ x: 300, y: 100 }, oneFinger)
    viewer.touchCancel()
    viewer.touchEnd({ x: 100, y: 100 })
    expect(viewer.state().index).toBe(2)
  })

  it('an end without a start is no swipe', () => {
    const viewer = open()
    viewer.touchEnd({ x: 0, y: 0 })
    expect(viewer.state().index).toBe(0)
  })
})

// spec: B2.14 Input is ignored while a slide is being turned
it('ignores input during a turn', () => {
  const viewer = open()
  viewer.next()
  viewer.next()
  pass(39)
  viewer.doubleClick()
  expect(viewer.state().index).toBe(1)
  pass(1)
  viewer.next()
  expect(viewer.state().index).toBe(2)
})

// spec: B2.14 The viewer takes an initial slide
it.each([
  [7, 6],
  [-1, 0],
  [2, 2],
])('a first slide %i of seven begins at %i', (start, index) => {
  expect(open({ total: 7, start }).state().index).toBe(index)
})

describe('a presentation whose total changes', () => {
  it('shows its last slide if the current one is gone', () => {
    const viewer = open({ start: 4 })
    viewer.setTotal(3)
    expect(viewer.state().index).toBe(2)
    viewer.next()
    expect(viewer.state().index).toBe(0)
  })

  it('stays on its slide if there are more', () => {
    const viewer = open({ start: 4 })
    viewer.setTotal(7)
    expect(viewer.state().index).toBe(4)
    expect(shown).toEqual([])
    viewer.key('End', false)
    expect(viewer.state().index).toBe(6)
  })
})

describe('controls', () => {
  // spec: B2.14 Controls fade after 3 s
  // spec: B4 The controls of the viewer hide after 3 s
  // spec: B9 The controls of the viewer hide after 3 s
  it('fade 3 s after the last pointer activity, and return with the next', () => {
    const viewer = open({ hasPointer: true })
    pass(2_999)
    expect(viewer.state().areControlsShown).toBe(true)
    viewer.pointerActivity()
    pass(2_999)
    expect(viewer.state().areControlsShown).toBe(true)
    pass(1)
    expect(viewer.state().areControlsShown).toBe(false)
    viewer.pointerActivity()
    expect(viewer.state().areControlsShown).toBe(true)
  })

  // spec: B2.14 The controls return on touch
  it('return with a touch', () => {
    const viewer = open({ hasPointer: true })
    pass(3_000)
    viewer.touchStart({ x: 0, y: 0 }, oneFinger)
    expect(viewer.state().areControlsShown).toBe(true)
  })

  // spec: B2.14 The controls stay for a user of the keyboard
  it('never fade for keyboard users', () => {
    const viewer = open()
    pass(60_000)
    viewer.key('Tab', false)
    pass(60_000)
    viewer.key('ArrowRight', false)
    pass(60_000)
    expect(viewer.state().areControlsShown).toBe(true)
    expect(shown.every(({ areControlsShown }) => areControlsShown)).toBe(true)
  })

  it('return and stay when the user switches to the keyboard', () => {
    const viewer = open({ hasPointer: true })
    pass(3_000)
    viewer.key('Shift', false)
    expect(viewer.state().areControlsShown).toBe(true)
    pass(60_000)
    expect(viewer.state().areControlsShown).toBe(true)
  })

  // spec: B2.14 The controls stay with reduced motion
  it('never fade with reduced motion', () => {
    const viewer = open({ hasPointer: true, reducesMotion: true })
    viewer.pointerActivity()
    pass(60_000)
    expect(viewer.state().areControlsShown).toBe(true)
  })

  it('does nothing after stop', () => {
    open({ hasPointer: true }).stop()
    pass(60_000)
    expect(shown).toEqual([])
  })
})

// spec: B9 Dots are compact above 7 slides
it.each([
  [0, 1, [0]],
  [3, 7, [0, 1, 2, 3, 4, 5, 6]],
  [3, 8, [0, 3, 7]],
  [0, 8, [0, 7]],
  [7, 8, [0, 7]],
])('dots of slide %i of %i', (index, total, dots) => {
  expect(dotsOf(index, total)).toEqual(dots)
})

// spec: B9 The breakpoints of the viewer are 640 and 1,200 px
it.each([
  [639, false, false],
  [640, false, false],
  [641, true, false],
  [1_199, true, false],
  [1_200, true, true],
])('at %i px: thumbnails %s, buttons beside the slide %s', (width, strip, sides) => {
  expect([showsStrip(width, 800), showsSideButtons(width)]).toEqual([strip, sides])
})

it('a low window has no thumbnails', () => {
  expect([showsStrip(844, 480), showsStrip(844, 481)]).toEqual([false, true])
})

it.each([
  ['the first', { left: 0, width: 96 }, 0],
  ['one in the middle', { left: 1_040, width: 96 }, 588],
  ['one near the beginning', { left: 208, width: 96 }, 0],
])('the strip scrolls to the current slide: %s of a strip of 1000 px', (_name, thumbnail, left) => {
  expect(stripScroll(thumbnail, 1_000)).toBe(left)
})
