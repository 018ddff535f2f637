import { AppError } from '../base/errors.ts';
import { isModelError, type ModelErrorCode } from '../contracts/model.ts';
import type { ModelErrorDetails } from './raw-model.ts';

/** Builds the error of a call. */
export const modelError = (
  code: ModelErrorCode,
  message: string,
  details: ModelErrorDetails & Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): AppError => new AppError(code, message, { details, ...(cause === undefined ? {} : { cause }) });

/** The details of an error of a call; none of any other. */
export const detailsOf = (error: unknown): ModelErrorDetails => (isModelError(error) ? error.details : {});

/** The same error with more details; anything that is not an error of a call as it is. */
export const withDetails = (error: unknown, details: ModelErrorDetails): unknown =>
  isModelError(error)
    ? new AppError(error.code, error.message, { details: { ...error.details, ...details }, cause: error.cause })
    : error;
