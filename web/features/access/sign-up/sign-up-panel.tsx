import { FileHeart, Link2, ListChecks } from 'lucide-react'
import { accessTexts } from '#domain/texts/access.ts'

const texts = accessTexts.signUp
const icons = [FileHeart, Link2, ListChecks]

export function SignUpPanel() {
  return (
    <aside className="hidden pt-10 lg:block">
      <h2 className="font-display text-h2 font-medium">{texts.panelTitle}</h2>
      <ul className="mt-8 space-y-7">
        {texts.panelPoints.map(({ title, text }, index) => {
          const Icon = icons[index] ?? FileHeart
          return (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-x-4">
              <span className="grid size-11 place-items-center rounded-control bg-tint text-primary">
                <Icon aria-hidden className="size-5" />
              </span>
              <div>
                <p className="font-semibold">{title}</p>
                <p className="mt-0.5 text-form text-muted">{text}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </aside>
  )
}
