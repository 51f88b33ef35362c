import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Input } from '../ui/input.tsx'

/** A password field with a "show" button. Set `autoComplete` to current-password or new-password. */
export function PasswordInput(
  props: Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' },
) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <span className="relative block">
      <Input {...props} type={isShown ? 'text' : 'password'} spellCheck={false} className="pr-12" />
      <button
        type="button"
        aria-label={isShown ? shellTexts.hidePassword : shellTexts.showPassword}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-control text-muted -outline-offset-2 hover:text-ink"
        onClick={() => setShown(!isShown)}
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </span>
  )
}
