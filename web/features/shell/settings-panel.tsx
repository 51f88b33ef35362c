import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import { chooseTheme, chosenTheme, type Theme } from '#web/lib/page/theme.ts'

const texts = shellTexts.settingsPanel
const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: shellTexts.ownMenu.system },
  { value: 'light', label: shellTexts.ownMenu.light },
  { value: 'dark', label: shellTexts.ownMenu.dark },
]

export function SettingsPanel({
  isCompact,
  onCompact,
}: {
  isCompact: boolean
  onCompact(isCompact: boolean): void
}) {
  const id = useId()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    // reads the theme, which other controls may have changed
    <Popover onOpenChange={() => setTheme(chosenTheme())}>
      <PopoverTrigger asChild>
        <Button
          variant="quiet"
          className="w-full justify-start gap-3.5 px-3 text-muted"
          aria-label={texts.open}
          title={texts.title}
        >
          <SlidersHorizontal aria-hidden className="size-5 flex-none" />
          <span className="rail-word">{texts.title}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent side="right" align="end" label={texts.title} className="w-72 p-5">
        <fieldset>
          <legend className="mb-2 text-form font-semibold">{shellTexts.ownMenu.appearance}</legend>
          {themes.map(({ value, label }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={`${id}-theme`}
                className="size-4 accent-primary"
                checked={theme === value}
                onChange={() => {
                  chooseTheme(value)
                  setTheme(value)
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <label
          htmlFor={`${id}-compact`}
          className="mt-3 hidden min-h-11 items-center gap-3 border-t border-line pt-3 lg:flex"
        >
          <Checkbox
            id={`${id}-compact`}
            checked={isCompact}
            onChange={(event) => onCompact(event.target.checked)}
          />
          {texts.compact}
        </label>
        <p className="mt-2 text-note text-muted">{texts.onThisDevice}</p>
      </PopoverContent>
    </Popover>
  )
}
