import { accessTexts } from '#domain/texts/access.ts'

export function OrDivider() {
  return (
    <p className="my-5 flex items-center gap-3 text-note text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {accessTexts.google.or}
    </p>
  )
}
