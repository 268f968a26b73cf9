#include "selfplay/rating/symmetric_matrix.hpp"

#include <cmath>

#include "core/util/check.hpp"

namespace jungle {

std::vector<double> SymmetricMatrix::times(const std::vector<double>& vector) const {
  std::vector<double> product(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j) product[i] += (*this)(i, j) * vector[j];
  }
  return product;
}

SymmetricMatrix SymmetricMatrix::around(const SymmetricMatrix& middle) const {
  std::vector<double> half(size_ * size_);  // middle * this
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t k = 0; k < size_; ++k) {
      for (std::size_t j = 0; j < size_; ++j) half[i * size_ + j] += middle(i, k) * (*this)(k, j);
    }
  }
  SymmetricMatrix product(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = i; j < size_; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < size_; ++k) sum += (*this)(i, k) * half[k * size_ + j];
      product.set(i, j, sum);
    }
  }
  return product;
}

SymmetricMatrix SymmetricMatrix::inverse() const {
  // This matrix is L L'; the inverse is K' K, K the inverse of L.
  std::vector<double> lower(size_ * size_), inverse(size_ * size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = (*this)(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= lower[i * size_ + k] * lower[j * size_ + k];
      if (i == j) JUNGLE_CHECK(sum > 0);
      lower[i * size_ + j] = i == j ? std::sqrt(sum) : sum / lower[j * size_ + j];
    }
  }
  for (std::size_t j = 0; j < size_; ++j) {
    for (std::size_t i = j; i < size_; ++i) {
      double sum = i == j ? 1 : 0;
      for (std::size_t k = j; k < i; ++k) sum -= lower[i * size_ + k] * inverse[k * size_ + j];
      inverse[i * size_ + j] = sum / lower[i * size_ + i];
    }
  }
  SymmetricMatrix result(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = i; j < size_; ++j) {
      double sum = 0;
      for (std::size_t k = j; k < size_; ++k) sum += inverse[k * size_ + i] * inverse[k * size_ + j];
      result.set(i, j, sum);
    }
  }
  return result;
}

}  // namespace jungle
