import { type ExampleTarget, fhirExample, fhirTokenExample } from '#domain/api/api-examples.ts'
import { fhirTypes, scopeOf } from '#domain/fhir/scopes.ts'
import { searchParameters } from '#domain/fhir/search-parameters.ts'
import { apiTexts } from '#domain/texts/api.ts'
import { Code, Section } from './reference-parts.tsx'

const texts = apiTexts.page.fhir

/** The FHIR endpoint: how to get a token, resources, scopes and search parameters. */
export function FhirReference({ target }: { target: ExampleTarget }) {
  return (
    <Section title={texts.title} id="fhir">
      <p>{texts.lead}</p>
      <h3 className="mt-6 font-medium">{texts.withSecret}</h3>
      <p className="mt-1">{texts.withSecretText}</p>
      <Code>{fhirExample(target)}</Code>
      <h3 className="mt-6 font-medium">{texts.withKeyPair}</h3>
      <p className="mt-1">{texts.withKeyPairText}</p>
      <Code>{fhirTokenExample(target)}</Code>
      <h3 className="mt-6 font-medium">{texts.resources}</h3>
      <p className="mt-1">{texts.values}</p>
      <dl className="mt-2 text-form">
        {fhirTypes.map((type) => (
          <div key={type} className="border-t border-line py-1.5 sm:flex sm:gap-4">
            <dt className="min-w-0 break-words sm:w-2/5">
              <code>{scopeOf(type)}</code>
            </dt>
            <dd className="min-w-0 flex-1 break-words">{Object.keys(searchParameters[type]).join(', ')}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">{texts.errors}</p>
      <p className="mt-3">{texts.discovery}</p>
    </Section>
  )
}
