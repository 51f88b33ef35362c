import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { currentToast, onToastChange, staysMs, type Toast, toast } from './toast.ts'

/** At the bottom of a phone, toasts cover so much (web/styles/components/feedback.css). */
const coveredPx = 190

export function Toaster() {
  const shown = useSyncExternalStore(onToastChange, currentToast)
  const pressedY = useRef(0)
  useEffect(() => {
    const onPress = ({ clientY }: PointerEvent) => {
      pressedY.current = clientY
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  }, [])
  // both live regions exist from the start: one added with its text is often not announced
  return (
    <div className="toast-place">
      <div role="status" className="contents">
        {shown && shown.kind !== 'error' && <Shown key={shown.id} shown={shown} pressedY={pressedY} />}
      </div>
      <div role="alert" className="contents">
        {shown?.kind === 'error' && <Shown key={shown.id} shown={shown} pressedY={pressedY} />}
      </div>
    </div>
  )
}

/** @param pressedY where the user pressed last: a toast does not cover that button */
function Shown({ shown, pressedY }: { shown: Toast; pressedY: RefObject<number> }) {
  const [isAbove] = useState(() => pressedY.current > innerHeight - coveredPx)
  const [isHeld, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // an offer that returns does not start again
  const [delayMs] = useState(() => staysMs(shown) - (performance.now() - shown.shownAt))

  // an open dialog moves below the toast (web/styles/components/feedback.css)
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--toast-height', `${box.current?.offsetHeight ?? 0}px`)
  })

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => toast.dismiss(shown.id), delayMs)
    return () => clearTimeout(timer)
  }, [isHeld, shown.id, delayMs])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      ref={box}
      className="layer toast"
      data-kind={shown.kind}
      data-above={isAbove || undefined}
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

function KindIcon({ kind }: { kind: Toast['kind'] }) {
  if (kind === 'loading') return <Spinner className="mt-1 text-primary" />
  if (kind === 'error') return <CircleAlert aria-hidden className="text-danger" />
  if (kind === 'success') return <CircleCheck aria-hidden className="text-success" />
  return <Info aria-hidden className="text-info" />
}
