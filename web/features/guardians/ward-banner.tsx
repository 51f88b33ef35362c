import { Eye, LogOut } from 'lucide-react'
import { Link } from 'react-router'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { Button } from '#web/components/ui/button.tsx'

const texts = guardianTexts.ward

/** Names the ward on every part of the page, also when scrolled, with a link back. */
export function WardBanner({ name, backTo }: { name: string; backTo: string }) {
  return (
    <section
      aria-label={texts.banner(name)}
      className="sticky top-0 z-20 -mx-4 mb-6 flex flex-wrap items-center justify-between gap-3 border-y-2 border-primary bg-tint px-4 py-3 sm:-mx-6 sm:px-6"
    >
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-2 font-semibold">
        <Eye aria-hidden className="size-5 flex-none" />
        <span className="min-w-0 break-words">{texts.banner(name)}</span>
      </p>
      <Button asChild variant="outline" size="small">
        <Link to={backTo}>
          <LogOut aria-hidden />
          {texts.back}
        </Link>
      </Button>
    </section>
  )
}
