import { fhirTexts } from '../texts/fhir.ts'
import { tokenPath } from './paths.ts'
import type { FhirPlace } from './resources.ts'
import { fhirTypes, scopeOf } from './scopes.ts'
import { searchParameters } from './search-parameters.ts'

/** When the statement last changed. */
const changedOn = '2026-11-29'

/** The answer of `/metadata`. */
export function capabilityStatement({ base }: FhirPlace) {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: changedOn,
    kind: 'instance',
    software: { name: 'Carefold' },
    implementation: { description: fhirTexts.description, url: base },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json', 'json'],
    rest: [
      {
        mode: 'server',
        security: {
          service: [
            {
              coding: [
                {
                  system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                  code: 'SMART-on-FHIR',
                },
              ],
            },
          ],
          extension: [
            {
              url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
              extension: [{ url: 'token', valueUri: `${base}/${tokenPath}` }],
            },
          ],
        },
        resource: [
          ...fhirTypes.map((type) => ({
            type,
            interaction: [{ code: 'read' }, { code: 'search-type' }],
            versioning: 'no-version',
            searchParam: Object.entries(searchParameters[type]).map(([name, kind]) => ({ name, type: kind })),
          })),
          { type: 'Binary', interaction: [{ code: 'read' }], versioning: 'no-version' },
        ],
      },
    ],
  }
}

/** The answer of `/.well-known/smart-configuration` (SMART App Launch 2.0, Backend Services). */
export function smartConfiguration({ base }: FhirPlace) {
  return {
    token_endpoint: `${base}/${tokenPath}`,
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
    grant_types_supported: ['client_credentials'],
    scopes_supported: fhirTypes.map(scopeOf),
    capabilities: ['client-confidential-asymmetric', 'permission-v2'],
  }
}

/** SMART requires these two. */
export const assertionAlgorithms = ['RS384', 'ES384'] as const
