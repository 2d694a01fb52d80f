import tseslint from 'typescript-eslint'

/** Import directions (ARCHITECTURE.md): the message says which way the arrow goes. */
const forbid = (patterns, message) => ['error', { patterns: [{ group: patterns, message }] }]

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/*.gen.d.ts', '**/node_modules/**', 'coverage/**', '.dependency-cruiser.cjs'],
  },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            'eslint.config.js',
            'vitest.config.ts',
            'packages/cli/bin/heron.js',
            'packages/web/vite.config.ts',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The compiler's noPropertyAccessFromIndexSignature asks for the brackets that this rule would remove.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      eqeqeq: 'error',
      'no-restricted-imports': ['error'],
    },
  },
  {
    files: ['packages/evidence/src/**', 'packages/delegation/src/**'],
    ignores: ['packages/delegation/src/node/**'],
    rules: {
      'no-restricted-imports': forbid(
        ['node:*', '@heron/server', '@heron/sdk', 'heron'],
        'This package is pure: no Node module, no I/O; server, sdk and cli import it, never the other way.',
      ),
      'no-restricted-globals': ['error', 'fetch', 'setTimeout', 'setInterval', 'performance'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time is passed in.' },
        { object: 'Math', property: 'random', message: 'Randomness is passed in.' },
      ],
    },
  },
  {
    files: ['packages/sdk/src/**'],
    rules: {
      'no-restricted-imports': forbid(['@heron/server', 'heron'], 'The SDK never imports the service.'),
    },
  },
  {
    files: ['packages/web/src/**'],
    rules: {
      'no-restricted-imports': forbid(
        ['node:*', '@heron/server', '@heron/sdk', 'heron'],
        'The pages import evidence only; they talk to the service over HTTP.',
      ),
    },
  },
  {
    files: ['packages/server/src/**'],
    rules: {
      'no-restricted-imports': forbid(
        ['@heron/sdk', 'heron'],
        'The service imports evidence and delegation only.',
      ),
    },
  },
  {
    files: ['packages/*/test/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
)
