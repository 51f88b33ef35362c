import { useLocation } from 'react-router'
import { paths, withQuery } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { mainUrl } from '#web/lib/clinic/clinic-address.ts'

const texts = accessTexts.demo

export default function DemoBar({ isPatient }: { isPatient: boolean }) {
  const { pathname } = useLocation()
  if (pathname === paths.demo || pathname === paths.logout) return null
  const other = isPatient ? 'clinic' : 'patient'
  return (
    <aside className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 bg-tint px-4 py-2 text-form print:hidden">
      <p className="font-semibold">{texts.notice}</p>
      <a
        className="font-semibold text-primary underline underline-offset-4"
        href={mainUrl(withQuery(paths.demo, { view: other }))}
      >
        {isPatient ? texts.asClinic : texts.asPatient}
      </a>
      <a className="font-semibold text-primary underline underline-offset-4" href={paths.logout}>
        {texts.leave}
      </a>
    </aside>
  )
}
