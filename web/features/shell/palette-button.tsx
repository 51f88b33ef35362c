import { Search } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'

const texts = shellTexts.palette
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the search and loads its code: a sidebar row, or an icon. */
export function PaletteButton({ isIcon = false, onOpen }: { isIcon?: boolean; onOpen(): void }) {
  if (isIcon) {
    return (
      <Button variant="quiet" size="icon" aria-label={texts.title} onClick={onOpen}>
        <Search aria-hidden />
      </Button>
    )
  }
  return (
    <button
      type="button"
      title={texts.title}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line px-3 text-form text-muted transition-colors hover:bg-sunken hover:text-ink"
      onClick={onOpen}
    >
      <Search aria-hidden className="size-5 flex-none" />
      <span className="rail-word">{texts.open}</span>
      <kbd className="rail-word ml-auto font-sans text-note">{isMac ? texts.keysOnMac : texts.keys}</kbd>
    </button>
  )
}

/** The search's state, opened by Ctrl or Cmd and K, or by `setOpen`. Does not open over a dialog. */
export function usePalette(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  // before the first paint, so that an early key is not lost
  useLayoutEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      const isCovered = document.querySelector('[role="dialog"]:not(.palette), [role="alertdialog"]') !== null
      if (!isCovered) setOpen((was) => !was)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return [isOpen, setOpen]
}

/** Only the field, so that no letter is lost while the search loads. */
export function LoadingPalette({
  typed,
  onType,
  onClose,
}: {
  typed: string
  onType(text: string): void
  onClose(): void
}) {
  return createPortal(
    <>
      <div className="veil" />
      <div role="dialog" aria-label={texts.title} className="layer dialog palette">
        <div className="palette-field">
          <Search aria-hidden className="size-5 flex-none text-muted" />
          <input
            // biome-ignore lint/a11y/noAutofocus: the user opened the search to type
            autoFocus
            aria-label={texts.field}
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onClose()}
          />
          <Spinner />
        </div>
      </div>
    </>,
    document.body,
  )
}
