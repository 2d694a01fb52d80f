/** Answers of the operator API in components: kept by TanStack Query, refreshed when a topic that they name changes. */
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Paged } from '@heron/evidence'
import { useProject } from '../parts/project.js'
import { type ApiProblem, ask, type Query, type RequestOptions } from './request.js'
import type { AnswerMeta, Topic } from './topics.js'

export type Answer<Value> = UseQueryResult<Value, ApiProblem>

/** Something outside any project, e.g. `/me`. */
export function useAnswer<Value>(path: string, query: Query = {}, enabled = true): Answer<Value> {
  return useQuery<Value, ApiProblem>({
    queryKey: ['api', path, query],
    queryFn: ({ signal }) => ask<Value>(path, { query, signal }),
    enabled,
  })
}

/**
 * Something of the project on screen.
 *
 * @param path below `/projects/{project}`.
 * @param topics ask again when one of these changes.
 */
export function useProjectAnswer<Value>(
  path: string,
  topics: readonly Topic[] = [],
  query: Query = {},
  enabled = true,
): Answer<Value> {
  const project = useProject()
  return useQuery<Value, ApiProblem>({
    queryKey: ['project', project, path, query],
    queryFn: ({ signal }) => ask<Value>(projectPath(project, path), { query, signal }),
    meta: { project, topics } satisfies AnswerMeta,
    // What was there stays on screen while a filter is changed.
    placeholderData: (previous, asked) => (asked?.queryKey[2] === path ? previous : undefined),
    enabled,
  })
}

export type Pages<Item> = Grown<Paged<Item>>

/** A list of the project on screen, page by page. */
export function useProjectPages<Item>(
  path: string,
  topics: readonly Topic[] = [],
  query: Query = {},
): Pages<Item> {
  return useProjectGrowing<Paged<Item>>(path, topics, query, ({ next_cursor }) => next_cursor)
}

export type Grown<Page> = UseInfiniteQueryResult<InfiniteData<Page>, ApiProblem>

/** A list outside any project. */
export function usePages<Item>(path: string): Pages<Item> {
  return useGrowing<Paged<Item>>(['api', path], path, {}, null, ({ next_cursor }) => next_cursor)
}

/** An answer of the project on screen that goes on behind a cursor. */
export function useProjectGrowing<Page>(
  path: string,
  topics: readonly Topic[],
  query: Query,
  nextOf: (page: Page) => string | null,
): Grown<Page> {
  const project = useProject()
  const key = ['project', project, path, query]
  return useGrowing<Page>(key, projectPath(project, path), query, { project, topics }, nextOf)
}

function useGrowing<Page>(
  key: readonly unknown[],
  path: string,
  query: Query,
  meta: AnswerMeta | null,
  nextOf: (page: Page) => string | null,
): Grown<Page> {
  return useInfiniteQuery<Page, ApiProblem, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey: [...key, 'pages'],
    queryFn: ({ signal, pageParam }) => ask<Page>(path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: null,
    getNextPageParam: nextOf,
    ...(meta === null ? {} : { meta }),
    // What was there stays on screen while a filter is changed.
    placeholderData: (previous, asked) => (asked?.queryKey[2] === key[2] ? previous : undefined),
  })
}

export function itemsOf<Item>(pages: Pages<Item>): readonly Item[] {
  return pages.data?.pages.flatMap(({ items }) => items) ?? []
}

export type Act<Input, Value> = UseMutationResult<Value, ApiProblem, Input>

/**
 * A change in the project on screen; afterwards everything of the project that is on screen is asked for again.
 *
 * @param request builds path (below `/projects/{project}`), method and body.
 */
export function useProjectAct<Input, Value = unknown>(
  request: (input: Input) => { readonly path: string } & Pick<RequestOptions, 'method' | 'body' | 'query'>,
): Act<Input, Value> {
  const project = useProject()
  const client = useQueryClient()
  return useMutation<Value, ApiProblem, Input>({
    mutationFn: (input) => {
      const { path, method = 'POST', ...rest } = request(input)
      return ask<Value>(projectPath(project, path), { method, ...rest })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['project', project] }),
  })
}

/** A change outside any project; afterwards `/me` and its like are asked for again. */
export function useAct<Input, Value = unknown>(
  request: (input: Input) => { readonly path: string } & Pick<RequestOptions, 'method' | 'body' | 'query'>,
): Act<Input, Value> {
  const client = useQueryClient()
  return useMutation<Value, ApiProblem, Input>({
    mutationFn: (input) => {
      const { path, method = 'POST', ...rest } = request(input)
      return ask<Value>(path, { method, ...rest })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['api'] }),
  })
}

export function projectPath(project: string, path: string): string {
  return `/projects/${encodeURIComponent(project)}${path}`
}
