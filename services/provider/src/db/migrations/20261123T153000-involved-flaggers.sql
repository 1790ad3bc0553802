-- An operator who flags what is examined already is added to those who cannot decide (ADR 0074).
grant update (involved) on moderation_request to service_app;
