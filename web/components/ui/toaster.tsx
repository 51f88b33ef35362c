import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { currentToast, onToastChange, staysMs, type Toast, toast } from './toast.ts'

/** A swipe of this length dismisses. */
const swipePx = 48

export function Toaster() {
  const shown = useSyncExternalStore(onToastChange, currentToast)
  // both live regions exist from the start: one added with its text is often not announced
  return (
    <div className="toast-place">
      <div role="status" className="contents">
        {shown && shown.kind !== 'error' && <Shown key={shown.id} shown={shown} />}
      </div>
      <div role="alert" className="contents">
        {shown?.kind === 'error' && <Shown key={shown.id} shown={shown} />}
      </div>
    </div>
  )
}

function Shown({ shown }: { shown: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // an offer that returns does not start again
  const [delayMs] = useState(() => staysMs(shown) - (performance.now() - shown.shownAt))

  const swipe = useSwipe(box, () => toast.dismiss(shown.id))

  // an open dialog ends above the toast, and a page leaves room for it (web/styles/components/feedback.css)
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--toast-height', `${box.current?.offsetHeight ?? 0}px`)
  })

  useEffect(aboveKeyboard, [])

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => toast.dismiss(shown.id), delayMs)
    return () => clearTimeout(timer)
  }, [isHeld, shown.id, delayMs])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; a swipe repeats the button
    <div
      ref={box}
      className="layer toast"
      data-kind={shown.kind}
      data-lasts={staysMs(shown) > staysMs({ kind: 'success' }) || undefined}
      {...swipe}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <KindIcon kind={shown.kind} />
      <div className="min-w-0 py-0.5">
        <p className="font-semibold break-words">{shown.title}</p>
        {shown.description && <p className="text-muted break-words">{shown.description}</p>}
        {shown.action && (
          <Button
            variant="link"
            className="mt-1.5"
            onClick={() => {
              shown.action?.onClick()
              toast.dismiss(shown.id)
            }}
          >
            {shown.action.label}
          </Button>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="-my-1.5 size-9 min-h-9"
        aria-label={shellTexts.dismiss}
        onClick={() => toast.dismiss(shown.id)}
      >
        <X aria-hidden />
      </Button>
    </div>
  )
}

/** `--keyboard` is the height of the page's end that a phone's keyboard covers. */
function aboveKeyboard() {
  const viewport = window.visualViewport
  const measure = () => {
    const covered = viewport && viewport.scale < 1.01 ? innerHeight - viewport.height - viewport.offsetTop : 0
    document.documentElement.style.setProperty('--keyboard', `${Math.max(0, covered)}px`)
  }
  measure()
  viewport?.addEventListener('resize', measure)
  return () => viewport?.removeEventListener('resize', measure)
}

/** A finger moves the toast sideways or down; from `swipePx` on, `onAway` follows. */
function useSwipe(box: RefObject<HTMLElement | null>, onAway: () => void) {
  const begin = useRef<{ x: number; y: number } | null>(null)
  const moved = ({ clientX, clientY }: PointerEvent) => {
    if (!begin.current) return { x: 0, y: 0 }
    return { x: clientX - begin.current.x, y: Math.max(0, clientY - begin.current.y) }
  }
  function release(): void {
    begin.current = null
    box.current?.style.removeProperty('translate')
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'touch') begin.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = moved(event)
      if (begin.current && box.current) box.current.style.translate = `${x}px ${y}px`
    },
    onPointerUp(event: PointerEvent) {
      const { x, y } = moved(event)
      release()
      if (Math.abs(x) > swipePx || y > swipePx) onAway()
    },
    onPointerCancel: release,
  }
}

function KindIcon({ kind }: { kind: Toast['kind'] }) {
  if (kind === 'loading') return <Spinner className="mt-1 text-primary" />
  if (kind === 'error') return <CircleAlert aria-hidden className="text-danger" />
  if (kind === 'success') return <CircleCheck aria-hidden className="text-success" />
  return <Info aria-hidden className="text-info" />
}
