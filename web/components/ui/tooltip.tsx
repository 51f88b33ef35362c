import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react'

/**
 * A short explanation above a control, on hover and focus; Escape hides it. Never the only place for essential
 * information.
 */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}) {
  const id = useId()
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (!isShown) return
    const hide = ({ key }: KeyboardEvent) => key === 'Escape' && setShown(false)
    document.addEventListener('keydown', hide)
    return () => document.removeEventListener('keydown', hide)
  }, [isShown])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the control inside
    <span
      className="relative inline-grid"
      onPointerEnter={() => setShown(true)}
      onPointerLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
    >
      {cloneElement(children, { 'aria-describedby': isShown ? id : undefined })}
      {isShown && (
        // includes the gap, so that the pointer can reach the text
        <span className="absolute right-0 bottom-full z-50 w-max pb-1.5">
          <span id={id} role="tooltip" className="layer tooltip block">
            {text}
          </span>
        </span>
      )}
    </span>
  )
}
