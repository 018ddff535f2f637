import type { Sandbox } from './contracts/sandbox.ts';
import type { ModelOptions, OpenedModel } from './llm/open-model.ts';
import type { ModelRole, ModelsOptions, OpenedModels } from './llm/open-models.ts';
import type { SandboxOptions } from './sandbox/open-sandbox.ts';

export type { OpenedModels } from './llm/open-models.ts';

/** A sandbox for checks of one language. What it is made of is loaded with the first one that is asked for. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { openSandbox } = await import('./sandbox/open-sandbox.ts');
  return openSandbox(options);
}

/**
 * A language model by its name, such as `openai:gpt-5.4-mini`, with everything around it. Nothing of it is loaded before
 * the first is asked for, and of the providers' packages only the one that is needed.
 * @throws AppError MODEL_UNKNOWN, MODEL_KEY_MISSING, MODEL_PACKAGE_MISSING, USAGE_INVALID, CONFIG_INVALID
 */
export async function createModel(name: string, options: ModelOptions): Promise<OpenedModel> {
  const { openModel } = await import('./llm/open-model.ts');
  return openModel(name, options);
}

/**
 * The models of a run, with one budget and one ledger for all of them.
 * @throws as `createModel`
 */
export async function createModels(
  names: Readonly<Record<ModelRole, string | null>>,
  options: ModelsOptions,
): Promise<OpenedModels> {
  const { openModels } = await import('./llm/open-models.ts');
  return openModels(names, options);
}
