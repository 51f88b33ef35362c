import { useSearchParams } from 'react-router'
import { contactSubjects } from '#domain/marketing/contact.ts'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Island } from '#web/components/page/island.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { ContactCard } from '#web/features/marketing/contact-card.tsx'
import { NeedsScript } from '#web/features/marketing/needs-script.tsx'
import { TextPage } from '#web/features/marketing/text-page.tsx'

const texts = marketingTexts.contact

/** A message to Carefold; `about` in the URL preselects its subject. */
export default function Contact() {
  const [query] = useSearchParams()
  const about = contactSubjects.find((subject) => subject === query.get('about')) ?? 'question'
  return (
    <TextPage title={texts.title} lead={texts.lead}>
      <Island name="contact">
        <ContactCard about={about} />
      </Island>
      <NeedsScript />
      <section className="mt-10 max-w-[60ch]">
        <h2 className="font-semibold">{texts.patientTitle}</h2>
        <p className="mt-1 text-muted">
          {texts.patient} <TextLink to={paths.login}>{texts.logIn}</TextLink>
        </p>
      </section>
    </TextPage>
  )
}
