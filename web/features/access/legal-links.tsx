import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { mainUrl } from '#web/lib/clinic/clinic-address.ts'

const texts = accessTexts.legal
const links = [
  [paths.terms, texts.terms],
  [paths.privacy, texts.privacy],
  [paths.security, texts.security],
] as const

/** The installation's terms, in a new tab: the entries of the form stay. */
export function LegalLinks() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {links.map(([path, text]) => (
        <a key={path} className="link" href={mainUrl(path)} target="_blank" rel="noreferrer">
          {text}
          <span className="sr-only"> ({texts.newTab})</span>
        </a>
      ))}
    </p>
  )
}
