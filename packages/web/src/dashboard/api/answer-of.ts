/** What the operator API answers and takes, as the service itself describes it (`npm run spec` writes the types). */
import type { paths } from './schema.gen.js'

type Operation<Path extends keyof paths, Method extends string> = Path extends keyof paths
  ? Method extends keyof paths[Path]
    ? NonNullable<paths[Path][Method]>
    : never
  : never

type Content<Response> = Response extends {
  readonly content: { readonly 'application/json': infer Body }
}
  ? Body
  : never

/** The answer of an address below `/api`, with `{names}` as in `/openapi.json`. */
export type AnswerOf<
  Path extends keyof paths,
  Method extends 'get' | 'post' | 'put' | 'patch' | 'delete' = 'get',
> =
  Operation<Path, Method> extends { readonly responses: infer Responses }
    ? Content<Responses[keyof Responses]>
    : never

/** What is in a list that an address answers with. */
export type ItemOf<Path extends keyof paths> =
  AnswerOf<Path> extends { readonly items: readonly (infer Item)[] } ? Item : never

/**
 * An answer some of whose members are known more exactly than a schema can say: signed documents, closed sets of words.
 * A member that the answer has not does not compile.
 */
export type Told<
  Answer,
  Members extends { [name in keyof Members]: name extends keyof Answer ? unknown : never },
> = Omit<Answer, keyof Members> & Members
