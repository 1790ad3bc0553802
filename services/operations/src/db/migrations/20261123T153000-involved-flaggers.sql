-- A request that is published again may name more persons who cannot decide (ADR 0074).
grant update (involved) on moderation to service_app;
