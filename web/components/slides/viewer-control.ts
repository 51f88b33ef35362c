/** Timings and distances of the viewer (docs/specification.md B2.14, B9). */
export const hideAfterMs = 3_000
export const keyDebounceMs = 300
export const swipePx = 50
export const turnLockMs = 40

/** Up to this width there are no thumbnails. */
export const mobileWidth = 640
/** From this width there are buttons beside the slide. */
export const wideWidth = 1_200

/** Thumbnails would take half of a phone held sideways. */
const lowHeight = 480
export const showsStrip = (width: number, height: number) => width > mobileWidth && height > lowHeight
export const showsSideButtons = (width: number) => width >= wideWidth

/** Slides with a dot: all of up to seven, else the first, the current and the last. @returns the indexes */
export function dotsOf(index: number, total: number): number[] {
  if (total <= 7) return Array.from({ length: total }, (_, at) => at)
  return [...new Set([0, index, total - 1])]
}

/** Scroll position that centers the current thumbnail. @param left of the thumbnail, from the start of the strip */
export function stripScroll(thumbnail: { left: number; width: number }, stripWidth: number): number {
  return Math.max(0, thumbnail.left + thumbnail.width / 2 - stripWidth / 2)
}

export interface ViewerState {
  index: number
  areControlsShown: boolean
}

interface Point {
  x: number
  y: number
}

interface Touch {
  isScrolling: boolean
  /** Number of fingers: two zoom the page. */
  fingers: number
  /** True if the page is zoomed: a finger pans it. */
  isEnlarged: boolean
}

export interface ViewerControl {
  state(): ViewerState
  next(): void
  previous(): void
  goTo(index: number): void
  /** @param isOnControl a button has the focus: space and Enter press it */
  key(key: string, isOnControl: boolean): boolean
  doubleClick(): void
  touchStart(at: Point, touch: Touch): void
  touchEnd(at: Point): void
  /** The browser took over the touch. */
  touchCancel(): void
  /** The number of slides changed; at least one. */
  setTotal(total: number): void
  pointerActivity(): void
  open(): void
  stop(): void
}

/**
 * The viewer's behavior without markup. Controls fade for mouse and touch, never for keyboard users (including screen
 * readers) or with reduced motion.
 *
 * @param hasPointer true if opened with a mouse or a finger
 * @param wait calls back later.
 * @returns cancels the wait
 */
export function createViewerControl({
  total: totalAtFirst,
  start,
  hasPointer,
  reducesMotion,
  now,
  wait,
  onChange,
  onClose,
}: {
  total: number
  start: number
  hasPointer: boolean
  reducesMotion: boolean
  now(): number
  wait(run: () => void, delayMs: number): () => void
  onChange(state: ViewerState): void
  onClose(): void
}): ViewerControl {
  let total = totalAtFirst
  let state: ViewerState = { index: Math.min(Math.max(start, 0), total - 1), areControlsShown: true }
  let turnedAt = Number.NEGATIVE_INFINITY
  let keyedAt = Number.NEGATIVE_INFINITY
  let touched: Point | null = null
  let endWait: (() => void) | null = null

  function set(next: Partial<ViewerState>): void {
    const changed = { ...state, ...next }
    if (changed.index === state.index && changed.areControlsShown === state.areControlsShown) return
    state = changed
    onChange(state)
  }

  function goTo(index: number): void {
    if (now() - turnedAt < turnLockMs) return
    turnedAt = now()
    set({ index: ((index % total) + total) % total })
  }
  const next = () => goTo(state.index + 1)
  const previous = () => goTo(state.index - 1)

  function keepShown(): void {
    endWait?.()
    endWait = null
    set({ areControlsShown: true })
  }

  function pointerActivity(): void {
    keepShown()
    if (reducesMotion) return
    endWait = wait(() => set({ areControlsShown: false }), hideAfterMs)
  }

  const keys: Record<string, () => void> = {
    ArrowRight: next,
    ArrowDown: next,
    ' ': next,
    ArrowLeft: previous,
    ArrowUp: previous,
    Home: () => goTo(0),
    End: () => goTo(total - 1),
  }

  return {
    state: () => state,
    next,
    previous,
    goTo,
    key(key, isOnControl) {
      keepShown()
      if (key === 'Escape') {
        onClose()
        return true
      }
      const run = isOnControl && key === ' ' ? undefined : keys[key]
      if (!run) return false
      if (now() - keyedAt >= keyDebounceMs) {
        keyedAt = now()
        run()
      }
      return true
    },
    doubleClick: next,
    touchStart(at, { isScrolling, fingers, isEnlarged }) {
      touched = isScrolling || fingers > 1 || isEnlarged ? null : at
      pointerActivity()
    },
    touchEnd(at) {
      const from = touched
      touched = null
      if (!from) return
      const [x, y] = [at.x - from.x, at.y - from.y]
      if (Math.abs(x) <= swipePx || Math.abs(x) <= Math.abs(y)) return
      if (x < 0) next()
      else previous()
    },
    touchCancel() {
      touched = null
    },
    setTotal(next) {
      total = next
      set({ index: Math.min(state.index, total - 1) })
    },
    pointerActivity,
    open() {
      if (hasPointer) pointerActivity()
    },
    stop() {
      endWait?.()
    },
  }
}
